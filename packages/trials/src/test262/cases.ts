import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** One program of `test262-parser-tests`, the part of Test262 that npm has. */
export interface Test262Case {
  /** Such as `pass/0012302411b3ddb0.js`. */
  readonly name: string;
  readonly text: string;
  readonly isModule: boolean;
  /** Whether the language accepts it. */
  readonly valid: boolean;
}

const FOLDERS = { pass: true, "pass-explicit": true, early: false, fail: false } as const;

/** Every program, in order. */
export function readTest262(): Test262Case[] {
  const require = createRequire(import.meta.url);
  const home = dirname(require.resolve("test262-parser-tests/package.json"));
  return Object.entries(FOLDERS).flatMap(([folder, valid]) =>
    readdirSync(join(home, folder))
      .sort()
      .map((file) => ({
        name: `${folder}/${file}`,
        text: readFileSync(join(home, folder, file), "utf8"),
        isModule: file.endsWith(".module.js"),
        valid,
      })),
  );
}
