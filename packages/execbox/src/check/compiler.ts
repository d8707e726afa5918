import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { CompilerMessage } from "./explain.js";

const MAX_MS = 60_000;
const MAX_OUTPUT = 4 * 1024 * 1024;

/** The compiler of the user's project, else the one beside this package; throws when there is none. */
export function findCompiler(): string {
  for (const from of [join(process.cwd(), "anything.js"), import.meta.url]) {
    try {
      const manifest = createRequire(from).resolve("typescript/package.json");
      return join(dirname(manifest), "bin", "tsc");
    } catch {
      // Not to be found from there.
    }
  }
  throw new MissingCompilerError();
}

/** Thrown where no `typescript` package can be found. */
export class MissingCompilerError extends Error {
  override readonly name = "MissingCompilerError";

  constructor() {
    super(
      "checking types needs the typescript package, which is not installed: npm install typescript",
    );
  }
}

/**
 * Compiles the files of a folder without output and returns what the compiler has to say. The
 * command line of the compiler is the one interface that all its versions share, and a child of
 * ours can be ended.
 */
export async function runCompiler(
  compiler: string,
  folder: string,
  files: readonly string[],
): Promise<CompilerMessage[]> {
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: OPTIONS, files }),
  );
  const args = [compiler, "--project", folder, "--pretty", "false"];
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { cwd: folder, env: {}, timeout: MAX_MS, maxBuffer: MAX_OUTPUT, killSignal: "SIGKILL" },
      (error, stdout, stderr) => {
        if (error !== null && !/error TS\d+/.test(stdout)) {
          reject(new Error(`the compiler gave up: ${stderr.slice(0, 1_000) || error.message}`));
        } else resolve(stdout);
      },
    );
  });
  return readMessages(output);
}

/** Strict about tools, lenient about what snippets are never written with: annotations. */
const OPTIONS = {
  noEmit: true,
  strict: true,
  noImplicitAny: false,
  useUnknownInCatchVariables: false,
  target: "es2023",
  lib: ["es2023"],
  module: "esnext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  allowJs: true,
  checkJs: true,
  // Guest text may name any file of this machine in an import or a reference; none is read.
  noResolve: true,
  types: [],
  typeRoots: [],
};

function readMessages(output: string): CompilerMessage[] {
  const messages: CompilerMessage[] = [];
  for (const line of output.split("\n")) {
    const match = /^(.+?)\((\d+),(\d+)\): error (TS\d+): (.*)$/.exec(line);
    if (match !== null) {
      const [, file = "", row, column, code = "", text = ""] = match;
      messages.push({ file, line: Number(row), column: Number(column), code, text });
    } else if (/^\s+\S/.test(line) && messages.length > 0) {
      messages.at(-1)!.text += `\n${line}`;
    } else if (/^error TS/.test(line)) {
      throw new Error(`the compiler refused its settings: ${line}`);
    }
  }
  return messages;
}
