import { existsSync, readFileSync } from "node:fs";

/** The folder of this package. Bundled code stands at different depths below it. */
export function packageRoot(): URL {
  let folder = new URL(".", import.meta.url);
  while (!existsSync(new URL("package.json", folder))) folder = new URL("..", folder);
  return folder;
}

/** The version of this package. */
export function readVersion(): string {
  const text = readFileSync(new URL("package.json", packageRoot()), "utf8");
  const manifest: unknown = JSON.parse(text);
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
}
