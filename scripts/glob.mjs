// Node 20 has no glob of its own.
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Every file below `root`'s folders whose path matches, `node_modules` left out, sorted. */
export function globSync(root, folders, pattern) {
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === "node_modules") continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (pattern.test(path)) found.push(path);
    }
  };
  for (const folder of folders) walk(join(root, folder));
  return found.sort();
}
