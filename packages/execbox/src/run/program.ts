import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { messageOf } from "@execbox/core";
import { CommandError, EXIT, UsageError } from "../cli/command.js";

/** The guest program of a command line, and by which front door it enters. */
export interface Program {
  code: string;
  /** What errors call it: the file as the user named it, or `<stdin>`, `<eval>`. */
  name: string;
  /** The file it came from; absent for stdin and `-e`. */
  file?: string;
  kind: "module" | "snippet";
}

/** Where a command line says its program is. */
export interface ProgramPlace {
  positionals: readonly string[];
  eval: string | undefined;
  as: "module" | "snippet" | undefined;
}

/** Reads the program of a command line: a file, stdin (`-`) or `-e CODE`. */
export async function readProgram(place: ProgramPlace, stdin: Readable): Promise<Program> {
  const { positionals, eval: given, as } = place;
  const [file] = positionals;
  if (given !== undefined) {
    if (file !== undefined) throw new UsageError(`-e and ${file} both name a program; give one`);
    return { code: given, name: "<eval>", kind: as ?? kindOf(given) };
  }
  if (file === undefined)
    throw new UsageError("FILE is missing; give a file, - for stdin, or -e CODE");
  if (file === "-") {
    const code = await text(stdin);
    return { code, name: "<stdin>", kind: as ?? kindOf(code) };
  }
  const code = await readTextFile(file);
  return { code, name: file, file: resolve(file), kind: as ?? kindOf(code) };
}

/** Reads a file that the user named; a file that is not there is the user's to mend. */
export async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${messageOf(error)}`, EXIT.noInput);
  }
}

/** A file with `import` or `export` at the start of a line is a module; all else is a snippet. */
function kindOf(code: string): Program["kind"] {
  return MODULE.test(code) ? "module" : "snippet";
}

const MODULE =
  /^[ \t]*(?:import\s*(?:type\s|["'{*]|[\w$]+\s*(?:,|from\b))|export\s*(?:\{|\*|(?:default|const|let|var|function|async|class|type|interface|enum|namespace|abstract|declare)\b))/m;

/**
 * The modules that a program imports by relative specifiers, as `runCode` takes them. Only files
 * beside the program or below it belong to it; what lies elsewhere is not its to read.
 */
export async function readModules(program: Program): Promise<Record<string, string>> {
  const modules: Record<string, string> = {};
  if (program.file === undefined) return modules;
  const home = dirname(program.file);
  const walk = async (code: string, folder: string): Promise<void> => {
    for (const [, specifier = ""] of code.matchAll(RELATIVE)) {
      const file = resolve(home, folder, specifier);
      if (!file.startsWith(`${home}/`)) continue;
      const key = `./${file.slice(home.length + 1)}`;
      if (Object.hasOwn(modules, key) || key === `./${basename(program.name)}`) continue;
      const found = await readFile(file, "utf8").catch(() => undefined);
      // Not there: linking says so, with the line of the import.
      if (found === undefined) continue;
      modules[key] = found;
      await walk(found, dirname(key));
    }
  };
  await walk(program.code, ".");
  return modules;
}

const RELATIVE = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;
