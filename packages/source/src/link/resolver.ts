import type { Language } from "../fences.js";
import { quote } from "./link-error.js";
import { nearestOf } from "./nearest.js";
import { folderOf, kindOf, leavesRoot, relativeFrom, resolvePath } from "./specifiers.js";

/** The extensions that source may have, in the order in which they are tried. */
const EXTENSIONS = [".ts", ".js", ".mts", ".mjs", ".cts", ".cjs"] as const;

const EXTENSION = /\.[cm]?[jt]sx?$/;

/** The most names that a message lists. */
const MAX_LISTED = 5;

/**
 * Finds what specifiers name. There is nothing to find but what was passed in: no host
 * resolver, no package folder, no network.
 *
 * JavaScript finds a module under its exact path. TypeScript also under the habits of
 * its authors, if no module has that path: `./a.js` is `./a.ts`, and `./a` is `./a.ts`
 * or else `./a.js`.
 */
export class Resolver {
  readonly #names: ReadonlyMap<string, string>;
  readonly #imports: ReadonlySet<string>;
  readonly #habits: boolean;

  /** `names` has the names of modules by their paths; `imports` are the bare specifiers. */
  constructor(
    names: ReadonlyMap<string, string>,
    imports: ReadonlySet<string>,
    language: Language,
  ) {
    this.#names = names;
    this.#imports = imports;
    this.#habits = language === "typescript";
  }

  /** The name that a specifier leads to from a module at `path`, or at the root without one. */
  find(path: string | undefined, specifier: string): string | undefined {
    const kind = kindOf(specifier);
    if (kind === "bare") return this.#imports.has(specifier) ? specifier : undefined;
    if (kind !== "relative") return undefined;
    const target = resolvePath(folderOf(path ?? "./"), specifier);
    return target === undefined ? undefined : this.#find(target);
  }

  /** Why `find` found nothing, and what to do; for whom it matters, as it may take its time. */
  explain(path: string | undefined, specifier: string): string {
    const folder = folderOf(path ?? "./");
    switch (kindOf(specifier)) {
      case "bare":
        return `Cannot find ${quote(specifier)}; ${this.#bareRemedy(folder, specifier)}`;
      case "relative":
        return this.#relativeProblem(folder, specifier);
      case "absolute":
        return (
          `Cannot import ${quote(specifier)}: absolute paths lead nowhere here; ` +
          "begin it with './' or '../'"
        );
      case "url": {
        const bare = specifier.slice(specifier.indexOf(":") + 1);
        const remedy = this.#imports.has(bare)
          ? didYouMean(bare)
          : "import what the host passed to this run";
        return `Cannot import ${quote(specifier)}: nothing is loaded from URLs or by scheme; ${remedy}`;
      }
    }
  }

  #find(path: string): string | undefined {
    const exact = this.#names.get(path);
    if (exact !== undefined || !this.#habits) return exact;
    const candidates = EXTENSION.test(path)
      ? [path.replace(/\.([cm]?)js$/, ".$1ts")]
      : EXTENSIONS.map((extension) => path + extension);
    for (const candidate of candidates) {
      const name = this.#names.get(candidate);
      if (name !== undefined) return name;
    }
    return undefined;
  }

  #relativeProblem(folder: string, specifier: string): string {
    const target = resolvePath(folder, specifier);
    const what = `Cannot find module ${quote(specifier)}`;
    if (leavesRoot(folder, specifier)) {
      return `${what}: it lies above the root of the module graph; use fewer '../'`;
    }
    const meant = target === undefined ? undefined : this.#similarPath(target);
    if (meant !== undefined) return `${what}; ${didYouMean(relativeFrom(folder, meant))}`;
    return `${what}; ${this.#listOf(this.#names.keys(), "modules")}`;
  }

  #bareRemedy(folder: string, specifier: string): string {
    const path = resolvePath(folder, specifier) ?? "";
    const root = resolvePath("./", specifier) ?? "";
    const local = this.#sameStem(path) ?? this.#sameStem(root);
    if (local !== undefined) return didYouMean(relativeFrom(folder, local));
    const near = nearestOf(specifier, this.#imports);
    return near === undefined ? this.#listOf(this.#imports, "imports") : didYouMean(near);
  }

  /** The module that a path most likely means: other extension, index file, folder or letters. */
  #similarPath(path: string): string | undefined {
    const base = path.slice(path.lastIndexOf("/"));
    const stems = new Map([...this.#names.keys()].map((other) => [stemOf(other), other]));
    return (
      this.#sameStem(path) ??
      this.#sameStem(`${path}/index`) ??
      stems.get(nearestOf(stemOf(path), stems.keys()) ?? "") ??
      [...this.#names.keys()].find((other) => other.endsWith(base))
    );
  }

  #sameStem(path: string): string | undefined {
    const stem = path.replace(EXTENSION, "");
    return [...EXTENSIONS, ""].map((end) => stem + end).find((other) => this.#names.has(other));
  }

  #listOf(names: Iterable<string>, what: string): string {
    const all = [...names];
    if (all.length === 0) return `this run has no ${what}`;
    const listed = all.slice(0, MAX_LISTED).map(quote).join(", ");
    return `the ${what} of this run are ${listed}${all.length > MAX_LISTED ? ", ..." : ""}`;
  }
}

/** What is left to mistype of a path: `lib/math` of `./lib/math.js`. */
function stemOf(path: string): string {
  return path.slice(2).replace(EXTENSION, "");
}

/** A suggestion, as the end of a message. */
export function didYouMean(name: string): string {
  return `did you mean ${quote(name)}?`;
}
