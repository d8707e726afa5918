// Builds the site: copies the pages, makes the reference from the doc comments and from the command
// line's own tables, and renders all of it. Needs a built workspace.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vitepress";
import { writeCommandReference } from "./command-reference.mjs";
import { writeReference } from "./reference.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const pages = `${root}site/pages/`;
const reference = `${pages}reference/`;

// The renderer finds its own parts only from pages below its folder.
rmSync(pages, { recursive: true, force: true });
cpSync(`${root}docs`, pages, { recursive: true });
mkdirSync(reference, { recursive: true });
// What only our own packages import is no part of the promise.
const INTERNAL = ["guest", "source"];
const names = readdirSync(`${root}packages`)
  .filter((name) => !INTERNAL.includes(name))
  .map((name) => JSON.parse(readFileSync(`${root}packages/${name}/package.json`, "utf8")))
  .filter((manifest) => !manifest.private)
  .map((manifest) => manifest.name);
await writeReference(root, reference, names);
writeFileSync(`${reference}commands.md`, await writeCommandReference(root));
await build(fileURLToPath(new URL(".", import.meta.url)));
