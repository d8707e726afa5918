import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Public names without a doc comment. */
export function checkDocumented(root) {
  const problems = [];
  for (const name of readdirSync(join(root, "packages"))) {
    const manifest = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
    if (manifest.private) continue;
    const index = join(root, "packages", name, "dist/src/index.d.ts");
    for (const { exported, file } of exportsOf(index)) {
      if (!isDocumented(exported, file)) {
        problems.push(`${manifest.name} exports ${exported} without a doc comment`);
      }
    }
  }
  return problems;
}

/** The names an index re-exports, each with the declaration file it comes from. */
function exportsOf(index) {
  const text = readFileSync(index, "utf8");
  const found = [];
  for (const [, names, from] of text.matchAll(/export (?:type )?\{([^}]*)\} from "([^"]+)"/g)) {
    const file = declarationOf(index, from);
    if (file === undefined) continue;
    for (const part of names.split(",")) {
      const exported = part
        .trim()
        .replace(/^type /, "")
        .split(" as ")[0];
      if (exported !== "") found.push({ exported, file });
    }
  }
  for (const [, from] of text.matchAll(/export (?:type )?\* from "([^"]+)"/g)) {
    const file = declarationOf(index, from);
    if (file === undefined) continue;
    const pattern = /^export (?:declare )?(?:interface|type|class|function|const|let) (\w+)/gm;
    for (const [, exported] of readFileSync(file, "utf8").matchAll(pattern)) {
      found.push({ exported, file });
    }
  }
  return found;
}

function declarationOf(index, from) {
  if (!from.startsWith(".")) return undefined;
  const file = join(dirname(index), from.replace(/\.js$/, ".d.ts"));
  return existsSync(file) ? file : undefined;
}

function isDocumented(name, file) {
  const text = readFileSync(file, "utf8");
  const pattern = new RegExp(
    `(\\*/\\s*)?export (?:declare )?(?:abstract )?(?:interface|type|class|function|const|let) ${name.replace("$", "\\$")}\\b`,
  );
  const match = pattern.exec(text);
  return match !== null && match[1] !== undefined;
}
