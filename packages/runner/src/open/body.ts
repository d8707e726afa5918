import { realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import { assertKnownKeys, assertRecord, describe } from "@execbox/core";
import { leaves } from "../compose/workspace-file.js";
import { languageOfRun } from "../define/language.js";

/**
 * What is run: a file of a bundle (a module whose default export is called with the input, or a
 * Python program), or a command that gets JSON on stdin and gives JSON on stdout.
 */
export type Body =
  | { bundle: string; run: string }
  | { bundle: string; command: readonly [program: string, ...args: string[]] };

/** A body whose paths are known to be there and inside its bundle. */
export type ResolvedBody =
  | { kind: "module"; bundle: string; entry: string; typescript: boolean }
  | { kind: "command"; bundle: string; command: readonly string[] };

/** Checks what the host gave; throws a `TypeError` that names the key. */
export async function resolveBody(body: Body): Promise<ResolvedBody> {
  assertRecord("body", body);
  assertKnownKeys("body", body, ["bundle", "run", "command"]);
  if (typeof body.bundle !== "string") {
    throw new TypeError(`body.bundle must be a folder, got ${describe(body.bundle)}`);
  }
  const bundle = await realFile("body.bundle", body.bundle, body.bundle);
  if ("command" in body) {
    return { kind: "command", bundle, command: await resolveCommand(bundle, body.command) };
  }
  const entry = await fileInside(bundle, "body.run", body.run);
  switch (languageOfRun(body.run)) {
    case "python":
      return { kind: "command", bundle, command: ["python3", `./${entry}`] };
    case "node":
      if (/\.cts$/i.test(entry)) break;
      return { kind: "module", bundle, entry, typescript: /\.m?ts$/i.test(entry) };
  }
  throw new TypeError(
    `body.run must end in .js, .mjs, .cjs, .ts, .mts or .py, got ${describe(body.run)}; give other programs as body.command`,
  );
}

/** Words that begin with `./` are files of the bundle; they must be there. */
async function resolveCommand(bundle: string, command: unknown): Promise<string[]> {
  if (!Array.isArray(command) || command.length === 0) {
    throw new TypeError(`body.command must be a list of words, got ${describe(command)}`);
  }
  const words: string[] = [];
  for (const [index, word] of command.entries()) {
    const path = `body.command[${index}]`;
    if (typeof word !== "string" || word === "" || word.includes("\0")) {
      throw new TypeError(`${path} must be a word, got ${describe(word)}`);
    }
    words.push(word.startsWith("./") ? `./${await fileInside(bundle, path, word)}` : word);
  }
  return words;
}

/** The path of a file relative to its bundle, once links have been followed. */
async function fileInside(bundle: string, path: string, file: unknown): Promise<string> {
  if (typeof file !== "string" || file === "") {
    throw new TypeError(`${path} must be a file of the bundle, got ${describe(file)}`);
  }
  const inside = relative(bundle, await realFile(path, file, join(bundle, file)));
  if (!leaves(inside)) return inside;
  throw new TypeError(`${path} is ${describe(file)}, which leads out of the bundle`);
}

async function realFile(path: string, given: string, file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    throw new TypeError(`${path} is ${describe(given)}, which is not there`);
  }
}
