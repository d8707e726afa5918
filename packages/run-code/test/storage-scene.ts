import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { createThread } from "../src/thread/thread.js";
import { temporaryFolder } from "./fixtures.js";

/**
 * A storage with links of every kind, beside a folder that nobody may touch. All of it is so deep
 * in a folder of the test's own that no way out which a broken storage finds leads to the machine.
 */
export function scene(context: TestContext) {
  const top = join(temporaryFolder(context), "1/2/3/4/5/6/7/8/9/10/11/12");
  const [root, outside] = [join(top, "root"), join(top, "outside")];
  for (const folder of [root, outside, join(root, "in"), join(outside, "deep")]) {
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(join(outside, "secret"), "secret");
  writeFileSync(join(outside, "deep/secret"), "secret");
  writeFileSync(join(root, "in/file"), "inside");
  const links: [string, string][] = [
    ["out", outside],
    ["outfile", join(outside, "secret")],
    ["outrelative", "../outside"],
    ["dangling", join(outside, "not-yet")],
    ["danglingfolder", join(outside, "not-yet-a-folder")],
    ["up", ".."],
    ["self", "."],
    ["loop", "loop"],
    ["top", top],
    ["inlink", "in"],
    ["infile", "in/file"],
    ["in/back", "../.."],
    ["private", ".thread"],
  ];
  for (const [name, target] of links) symlinkSync(target, join(root, name));
  return {
    root,
    outside,
    links: links.map(([name]) => name),
    state: createThread({ storage: { folder: root } }),
  };
}

/** Everything below a folder, links not followed, with the contents of files. */
export function snapshot(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? readFileSync(path, "utf8") : "folder"];
    }),
  );
}
