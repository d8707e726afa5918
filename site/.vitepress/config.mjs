// The documentation as a site. Pages are docs/*.md as they stand in the repository, copied by
// build.mjs, and the reference that it makes.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { outsideLinks } from "../outside-links.mjs";

const docs = fileURLToPath(new URL("../pages/", import.meta.url));

/** Pages by path without ending, those that are there: each part brings its own. */
const pages = (...paths) =>
  paths
    .filter((path) => existsSync(`${docs}${path}.md`))
    .map((path) => ({ text: titleOf(path), link: `/${path}` }));

function titleOf(path) {
  return (
    /^# (.+)$/m.exec(readFileSync(`${docs}${path}.md`, "utf8"))?.[1].replaceAll("`", "") ?? path
  );
}

const GUIDE = ["quick-start", "concepts", "choosing", "cli", "options", "platforms", "migration"];
const KNOWN = ["placements", "errors", "threats", "performance", "architecture", "next"];
// Parts that other packages document; they appear when they are written.
const PARTS = readdirSync(docs)
  .filter((name) => name.endsWith(".md") && name !== "index.md")
  .map((name) => name.replace(/\.md$/, ""))
  .filter((name) => !KNOWN.includes(name));
const decisions = readdirSync(`${docs}decisions`).map(
  (name) => `decisions/${name.replace(/\.md$/, "")}`,
);
const reference = existsSync(`${docs}reference`)
  ? readdirSync(`${docs}reference`)
      .filter((name) => name.endsWith(".md"))
      .map((name) => `reference/${name.replace(/\.md$/, "")}`)
  : [];

// biome-ignore lint/style/noDefaultExport: VitePress reads the default export.
export default {
  title: "Execbox",
  description:
    "Run code nobody has reviewed, with exactly the host functions you gave it and nothing else",
  srcDir: "pages",
  outDir: "dist",
  cacheDir: ".cache",
  cleanUrls: true,
  lastUpdated: false,
  vite: { publicDir: fileURLToPath(new URL("../public", import.meta.url)) },
  // Pages are about JSON and code: braces are braces.
  vue: { template: { compilerOptions: { delimiters: ["[[[[", "]]]]"] } } },
  markdown: { config: (md) => outsideLinks(md) },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Guide", link: "/guide/quick-start" },
      { text: "Reference", link: "/reference/execbox" },
      { text: "Performance", link: "/performance" },
    ],
    sidebar: [
      { text: "Guide", items: pages(...GUIDE.map((name) => `guide/${name}`)) },
      { text: "Security", items: pages("guide/security", "threats", "placements") },
      { text: "Parts", items: pages(...PARTS) },
      { text: "Facts", items: pages("errors", "performance", "architecture", "next") },
      { text: "Reference", collapsed: true, items: pages(...reference) },
      { text: "Decisions", collapsed: true, items: pages(...decisions) },
    ],
  },
};
