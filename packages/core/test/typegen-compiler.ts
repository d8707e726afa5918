import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** What `tsc --strict` objects to in a file of the given text; empty when it compiles. */
export async function compileErrors(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "execbox-types-"));
  try {
    const file = join(folder, "generated.ts");
    await writeFile(file, text);
    return await runCompiler(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function runCompiler(file: string): Promise<string> {
  const home = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
  const flags = ["--noEmit", "--strict", "--target", "es2023", "--lib", "es2023", "--types", ""];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(home, "bin", "tsc"), ...flags, file],
      { cwd: dirname(file), maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error !== null && stdout === "") reject(new Error(stderr, { cause: error }));
        else resolve(stdout.slice(0, 4_000));
      },
    );
  });
}
