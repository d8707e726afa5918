/** What a specifier asks for, as far as its text alone says. */
export type SpecifierKind = "relative" | "absolute" | "url" | "bare";

/** The kind of a specifier; nothing here looks at what a graph holds. */
export function kindOf(specifier: string): SpecifierKind {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) return "relative";
  if (specifier.startsWith("/")) return "absolute";
  return /^[a-z][a-z0-9+.-]*:/i.test(specifier) ? "url" : "bare";
}

/**
 * A path such as `./lib/math.js`, from a folder such as `./lib/` and what was written.
 *
 * `undefined` when it climbs out of the root, or names the root or a folder: then it
 * can name no module.
 */
export function resolvePath(folder: string, written: string): string | undefined {
  const segments: string[] = [];
  for (const segment of (folder + written).split("/")) {
    if (segment === "..") {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== "." && segment !== "") {
      segments.push(segment);
    }
  }
  if (segments.length === 0 || /(?:^|\/)\.{0,2}$/.test(written)) return undefined;
  return `./${segments.join("/")}`;
}

/** Whether a relative specifier climbs out of the root. */
export function leavesRoot(folder: string, written: string): boolean {
  let depth = 0;
  for (const segment of (folder + written).split("/")) {
    if (segment === "..") depth--;
    else if (segment !== "." && segment !== "") depth++;
    if (depth < 0) return true;
  }
  return false;
}

/** The folder of a path: `./lib/` of `./lib/math.js`. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** How a module in `folder` would write a path of the graph. */
export function relativeFrom(folder: string, path: string): string {
  const from = folder.split("/").slice(1, -1);
  const to = path.split("/").slice(1);
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const up = from.length - shared;
  return (up === 0 ? "./" : "../".repeat(up)) + to.slice(shared).join("/");
}

/**
 * The path that a file name stands for in the graph, so that relative imports of the
 * entry start there; `undefined` for a label such as `<runCode>`, an absolute path or
 * a URL, which say nothing about the graph and count as its root.
 */
export function pathOfFilename(filename: string): string | undefined {
  const kind = kindOf(filename);
  if (filename.startsWith("<") || kind === "absolute" || kind === "url") return undefined;
  return resolvePath("./", filename);
}
