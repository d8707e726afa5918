/** Bundles made for a test, gone when it ends. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";

/** A folder with these files in it. */
export function bundleOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "execbox-bundle-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A body whose module is this text. */
export function moduleOf(text: string, name = "main.mjs"): { bundle: string; run: string } {
  return { bundle: bundleOf({ [name]: text }), run: name };
}
