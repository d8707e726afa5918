import { readdir, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import { leaves } from "../compose/workspace-file.js";

/**
 * Refuses a bundle with a symbolic link that leads out of it. Bubblewrap and containers show a
 * body nothing else to follow it to; Node's permission model would let it through.
 */
export async function assertNoLinksOut(bundle: string): Promise<void> {
  for (const entry of await readdir(bundle, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const target = await realpath(path).catch(() => undefined);
    if (target === undefined || !leaves(relative(bundle, target))) continue;
    throw new Error(
      `the bundle's link ${relative(bundle, path)} leads out of it; without bubblewrap nothing stops a body from following it (apt-get install bubblewrap)`,
    );
  }
}
