import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { assertKnownKeys, assertRecord, type ResolvedToolProvider } from "@execbox/core";
import { findUnit } from "@execbox/source";
import { findCompiler, runCompiler } from "./compiler.js";
import { declareWorld } from "./declarations.js";
import { type CompilerMessage, explain } from "./explain.js";
import { findUnawaited } from "./unawaited.js";

/** What `checkCode` holds a program against. */
export interface CheckOptions {
  /** The tools the program may call. Default none. */
  providers?: readonly ResolvedToolProvider[];
  /** By which front door it would enter. Default `snippet`. */
  kind?: "snippet" | "module";
  /** Further modules as source text, by relative specifier, as for `runCode`. */
  modules?: Record<string, string>;
  /** Names of further globals; their types are not known. */
  globals?: readonly string[];
}

/** One thing that is wrong with a program, at its place in the author's text. */
export interface CheckProblem {
  /** Warnings do not stop a program from running. */
  severity: "error" | "warning";
  message: string;
  /** The module it is in, when it is not the program itself. */
  filename?: string;
  /** 1-based. */
  line: number;
  /** 1-based. */
  column: number;
  /** The compiler's own number, such as `TS2339`; absent for what is found without it. */
  code?: string;
}

/**
 * Type-checks a program against the tools it would get, without running it. Needs the `typescript`
 * package, of any version from 5.5. The compiler runs in a child process and reads no file but the
 * ones given here, so that hostile text can neither take the caller along nor look around.
 *
 * @example
 * const problems = await checkCode("shop.order({ id: 1 })", { providers: [shop] });
 * problems[0]?.message; // "shop has no tool order; did you mean orders?"
 */
export async function checkCode(code: string, options: CheckOptions = {}): Promise<CheckProblem[]> {
  assertRecord("options", options);
  assertKnownKeys("options", options, ["providers", "kind", "modules", "globals"]);
  const { providers = [], kind = "snippet", modules = {}, globals = [] } = options;
  const compiler = findCompiler();
  const folder = await mkdtemp(join(tmpdir(), "execbox-check-"));
  try {
    const files = new Map([["world.d.ts", declareWorld(providers, globals, kind)]]);
    for (const [key, text] of Object.entries(modules)) files.set(moduleFile(folder, key), text);
    const readings = kind === "module" ? [moduleReading(code)] : snippetReadings(code);
    const messages = await compileFirstThatParses(compiler, folder, files, readings);
    const problems = messages.map((message) => explain(message, PROGRAM, providers));
    return [...problems, ...findUnawaited(code, providers, kind)].sort(byPlace);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PROGRAM = "program.ts";

/** One way to read the program, as text for the compiler. */
interface Reading {
  text: string;
  /** Moves a message from the text to the author's. */
  place(message: CompilerMessage): CompilerMessage;
}

function moduleReading(code: string): Reading {
  return { text: code, place: (message) => message };
}

/** A snippet is statements or an expression; the likelier reading comes first. */
function snippetReadings(code: string): Reading[] {
  const { body, linesBefore } = unitOf(code);
  const wrapped = (head: string, tail: string): Reading => ({
    text: `${head}${body}\n${tail}`,
    place: (message) => ({
      ...message,
      line: message.line + linesBefore,
      column: message.line === 1 ? Math.max(1, message.column - head.length) : message.column,
    }),
  });
  const head = "export {}; async function program() { ";
  const statements = wrapped(head, "}");
  const expression = wrapped(`${head}return (`, ")}");
  const looksLikeExpression = /^\s*[({]/.test(body) || /^[^;\n]*$/.test(body.trim());
  return looksLikeExpression ? [expression, statements] : [statements, expression];
}

/** With a syntax error anywhere the compiler says nothing else, so each reading gets its own turn. */
async function compileFirstThatParses(
  compiler: string,
  folder: string,
  files: Map<string, string>,
  readings: readonly Reading[],
): Promise<CompilerMessage[]> {
  let first: CompilerMessage[] | undefined;
  for (const { text, place } of readings) {
    files.set(PROGRAM, text);
    await writeFiles(folder, files);
    const messages = (await runCompiler(compiler, folder, [...files.keys()])).map((message) =>
      message.file === PROGRAM ? place(message) : message,
    );
    if (!messages.some(({ file, code }) => file === PROGRAM && isSyntax(code))) return messages;
    first ??= messages;
  }
  return first ?? [];
}

function unitOf(code: string): { body: string; linesBefore: number } {
  try {
    return findUnit(code);
  } catch {
    // Two fences, or none that is code: the run will say so.
    return { body: code, linesBefore: 0 };
  }
}

/** The compiler numbers its syntax errors from 1000 on; 1308 and its like are about meaning. */
function isSyntax(code: string): boolean {
  return /^TS1[01]\d\d$/.test(code);
}

function moduleFile(folder: string, key: string): string {
  const file = relative(folder, resolve(folder, key));
  if (!/^\.\//.test(key) || file.startsWith("..") || /^(?:program|world)\./.test(file)) {
    throw new TypeError(`options.modules["${key}"] must be a path below the program: "./name.ts"`);
  }
  return file;
}

async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [file, text] of files) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}

function byPlace(a: CheckProblem, b: CheckProblem): number {
  return a.line - b.line || a.column - b.column;
}
