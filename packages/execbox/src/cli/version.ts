import { readFileSync } from "node:fs";

/** The version of this package. Bundled code stands at different depths below its manifest. */
export function readVersion(): string {
  for (let folder = new URL(".", import.meta.url); ; folder = new URL("..", folder)) {
    try {
      const text = readFileSync(new URL("package.json", folder), "utf8");
      const manifest: unknown = JSON.parse(text);
      if (typeof manifest === "object" && manifest !== null && "version" in manifest) {
        return String(manifest.version);
      }
    } catch {
      if (folder.pathname === "/") return "unknown";
    }
  }
}
