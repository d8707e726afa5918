import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where a bundle is, and where the erased texts of its TypeScript files are. */
export interface TypeRoots {
  /** The URL of the bundle's folder, with a slash at its end. */
  bundle: string;
  /** A folder of erased texts, each at its file's path in the bundle. */
  erased: string;
}

/** One entry a bundle: a host may open several. */
const bundles: TypeRoots[] = [];

/** Node calls it with the data that the hooks were registered with. */
export function initialize(roots: TypeRoots): void {
  bundles.push(roots);
}

/** What follows is the same for hooks that may wait and for those that may not. */
type Next<Context, Answer> = (name: string, context: Context) => Answer;

/** TypeScript's way of writing it: `./rates.js` is rates.ts where that is what there is. */
export function resolve<Context extends { parentURL?: string | undefined }, Answer>(
  specifier: string,
  context: Context,
  next: Next<Context, Answer>,
): Answer {
  const { parentURL = "" } = context;
  if (/^\.{1,2}\/.*\.m?js$/.test(specifier) && bundleOf(parentURL) !== undefined) {
    const url = new URL(specifier, parentURL);
    const typed = specifier.replace(/js$/, "ts");
    if (!existsSync(url) && existsSync(new URL(typed, parentURL))) return next(typed, context);
  }
  return next(specifier, context);
}

/** The erased text in place of a TypeScript file. */
export function load<Context, Answer>(
  url: string,
  context: Context,
  next: Next<Context, Answer>,
): Answer | { format: "module"; source: string; shortCircuit: true } {
  const roots = /\.m?ts$/.test(url) ? bundleOf(url) : undefined;
  if (roots === undefined) return next(url, context);
  const path = fileURLToPath(url).slice(fileURLToPath(roots.bundle).length);
  const source = readFileSync(join(roots.erased, path), "utf8");
  return { format: "module", source, shortCircuit: true };
}

function bundleOf(url: string): TypeRoots | undefined {
  return bundles.findLast(({ bundle }) => url.startsWith(bundle));
}
