// Every page that people read, with its code blocks.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { globSync } from "../glob.mjs";
import { codeBlocks } from "./code-blocks.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Pages that are written by hand: path and code blocks of each, the README first. */
export function pages() {
  const paths = [
    "README.md",
    "CONTRIBUTING.md",
    ...globSync(root, ["docs"], /\.md$/).map((file) => file.slice(root.length)),
    ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`),
  ].filter((page) => !page.includes("/reference/") && !page.includes("/.vitepress/"));
  return paths.map((path) => ({
    path,
    blocks: codeBlocks(readFileSync(join(root, path), "utf8")),
  }));
}
