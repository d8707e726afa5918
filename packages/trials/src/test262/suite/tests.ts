import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One test of Test262, as its front matter describes it. */
export interface SuiteTest {
  /** From the suite's `test` folder, such as `language/asi/S7.9_A1.js`. */
  readonly path: string;
  readonly text: string;
  readonly flags: readonly string[];
  /** Files of the harness it needs beyond the usual ones. */
  readonly includes: readonly string[];
  readonly features: readonly string[];
  /** How it must fail; a test without this must not. */
  readonly negative?: { readonly phase: string; readonly type: string };
}

/** Every test under some folders of the suite, in order; `oneOf` takes every Nth. */
export function readTests(home: string, folders: readonly string[], oneOf: number): SuiteTest[] {
  return folders
    .flatMap((folder) => filesUnder(join(home, "test"), folder))
    .filter((_path, index) => index % oneOf === 0)
    .map((path) => readTest(path, readFileSync(join(home, "test", path), "utf8")));
}

/** Reads the comment between the two rules of dashes: YAML, of which a few keys matter here. */
export function readTest(path: string, text: string): SuiteTest {
  const found = /\/\*---([\s\S]*?)---\*\//.exec(text)?.[1] ?? "";
  const meta = found.replace(/\r\n?/g, "\n");
  const phase = /^negative:\n(?:[ \t]+.*\n)*?[ \t]+phase: *(\w+)/m.exec(meta)?.[1];
  const type = /^negative:\n(?:[ \t]+.*\n)*?[ \t]+type: *(\w+)/m.exec(meta)?.[1];
  return {
    path,
    text,
    flags: listOf(meta, "flags"),
    includes: listOf(meta, "includes"),
    features: listOf(meta, "features"),
    ...(phase === undefined || type === undefined ? {} : { negative: { phase, type } }),
  };
}

function filesUnder(home: string, folder: string): string[] {
  return readdirSync(join(home, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesUnder(home, path);
      return entry.name.endsWith(".js") && !entry.name.includes("_FIXTURE") ? [path] : [];
    });
}

/** `key: [a, b]`, or a line with a dash for each. */
function listOf(meta: string, key: string): string[] {
  const inline = new RegExp(`^ *${key}: *\\[([^\\]]*)\\]`, "m").exec(meta)?.[1];
  const lines = new RegExp(`^ *${key}: *\\n((?: *- .*\\n)+)`, "m").exec(meta)?.[1];
  return (inline?.split(",") ?? lines?.split(/^ *- /m) ?? [])
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
