import type { NamedImport } from "./entries.js";
import { LinkError, quote } from "./link-error.js";
import { authorPosition, type ParsedModule } from "./module-text.js";
import { nearestOf } from "./nearest.js";
import { didYouMean } from "./resolver.js";

/** A module of the graph with its specifiers resolved to names. */
export interface ModuleNode {
  readonly name: string;
  /** The author's text. */
  readonly source: string;
  readonly parsed: ParsedModule;
  /** Names of modules and bare specifiers, by specifier. */
  readonly targets: ReadonlyMap<string, string>;
}

/** What can be imported from: a module, or the export names of a bridged import. */
export type Exporter = ModuleNode | ReadonlySet<string>;

/** The one place that a name leads to. */
interface Binding {
  readonly owner: string;
  readonly local: string;
}

type Lookup = { readonly kind: "found" | "missing" } | Ambiguity;

interface Ambiguity {
  readonly kind: "ambiguous";
  readonly owners: readonly [string, string];
}

/** In place of a local name, the whole module; no identifier can be this. */
const NAMESPACE = "*";

/**
 * The most steps that all lookups in a graph may take together. A thousand imports
 * through a thousand `export * from` are half of it; a hostile graph could ask for
 * billions.
 */
const MAX_STEPS = 2_000_000;

/** The most names that a message lists. */
const MAX_LISTED = 5;

/**
 * Checks that every name a module imports exists, by the rules of ECMAScript: through
 * re-exports, cycles and `export *`, where a name that leads to two places is none.
 */
export class Bindings {
  readonly #exporterOf: (name: string) => Exporter;
  readonly #known = new Map<string, Map<string, Lookup>>();
  #steps = 0;

  /** `exporterOf` gives what has a name in the graph. */
  constructor(exporterOf: (name: string) => Exporter) {
    this.#exporterOf = exporterOf;
  }

  /** Throws a `LinkError` at the first name of `module` that another one does not export. */
  check(module: ModuleNode): void {
    for (const wanted of module.parsed.imports) this.#checkName(module, wanted);
    for (const entry of module.parsed.exports.values()) {
      if (entry.kind === "from") this.#checkName(module, entry);
    }
  }

  #checkName(module: ModuleNode, wanted: NamedImport): void {
    const target = targetOf(module, wanted.specifier);
    const lookup = this.#lookup(target, wanted.name);
    if (lookup.kind === "found") return;
    const reason =
      lookup.kind === "ambiguous"
        ? `${quote(target)} exports ${quote(wanted.name)} from ${quote(lookup.owners[0])} and ` +
          `from ${quote(lookup.owners[1])}; import it from one of them`
        : this.#missing(target, wanted.name);
    throw new LinkError(reason, {
      specifier: wanted.specifier,
      filename: module.name,
      position: authorPosition(module.parsed, wanted.at),
    });
  }

  #lookup(target: string, name: string): Lookup {
    const names = this.#known.get(target) ?? new Map<string, Lookup>();
    this.#known.set(target, names);
    const lookup = names.get(name) ?? this.#search(target, name);
    names.set(name, lookup);
    return lookup;
  }

  /**
   * ECMAScript's ResolveExport, without its recursion: a guest decides how deep it goes.
   * A name leads to one place if all ways from it that lead anywhere lead there.
   */
  #search(target: string, name: string): Lookup {
    const seen = new Map<string, Set<string>>();
    const pending: (readonly [target: string, name: string])[] = [[target, name]];
    let found: Binding | undefined;
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (!isNew(seen, ...next)) continue;
      const step = this.#step(...next);
      if (Array.isArray(step)) {
        this.#count(step.length);
        for (const way of step) pending.push(way);
      } else if (found === undefined) {
        found = step;
      } else if (found.owner !== step.owner || found.local !== step.local) {
        return { kind: "ambiguous", owners: [found.owner, step.owner] };
      }
    }
    return { kind: found === undefined ? "missing" : "found" };
  }

  /** Where a name leads from one exporter: to its binding, or on to others. */
  #step(owner: string, name: string): Binding | (readonly [target: string, name: string])[] {
    const exporter = this.#exporterOf(owner);
    if (!("parsed" in exporter)) return exporter.has(name) ? { owner, local: name } : [];
    const entry = exporter.parsed.exports.get(name);
    if (entry !== undefined) {
      if (entry.kind === "local") return { owner, local: entry.local };
      const target = targetOf(exporter, entry.specifier);
      return entry.kind === "from" ? [[target, entry.name]] : { owner: target, local: NAMESPACE };
    }
    if (name === "default") return [];
    // Last in, first out: reversed, so that messages name modules in the author's order.
    return starTargets(exporter)
      .reverse()
      .map((target) => [target, name] as const);
  }

  #count(steps: number): void {
    this.#steps += steps + 1;
    if (this.#steps > MAX_STEPS) {
      throw new LinkError(
        "The modules of this run re-export too much from each other; " +
          "import names from where they are declared",
      );
    }
  }

  #missing(wantedFrom: string, wanted: string): string {
    const end = this.#endOf(wantedFrom, wanted);
    if (end === undefined) {
      return `${quote(wanted)} of ${quote(wantedFrom)} is re-exported in a circle; declare it somewhere`;
    }
    const [target, name] = end;
    const exporter = this.#exporterOf(target);
    const what =
      name === "default"
        ? `${quote(target)} has no default export`
        : `${quote(target)} has no export named ${quote(name)}`;
    if ("parsed" in exporter && declaresType(exporter, name)) {
      return `${what}: it is a type there; write 'import type' or 'export type'`;
    }
    const names = this.#namesOf(target);
    const near = nearestOf(name, names);
    if (near !== undefined && near !== "default") return `${what}; ${didYouMean(near)}`;
    if (names.length === 0) return `${what}; it exports nothing`;
    const listed = names.slice(0, MAX_LISTED).map(quote).join(", ");
    return `${what}; it exports ${listed}${names.length > MAX_LISTED ? ", ..." : ""}`;
  }

  /** Follows `export { a } from` to the module that should declare the name; a circle has none. */
  #endOf(target: string, name: string): readonly [target: string, name: string] | undefined {
    const seen = new Map<string, Set<string>>();
    let [owner, wanted] = [target, name];
    while (isNew(seen, owner, wanted)) {
      const exporter = this.#exporterOf(owner);
      const entry = "parsed" in exporter ? exporter.parsed.exports.get(wanted) : undefined;
      if (!("parsed" in exporter) || entry?.kind !== "from") return [owner, wanted];
      [owner, wanted] = [targetOf(exporter, entry.specifier), entry.name];
    }
    return undefined;
  }

  /** What an exporter exports, for a message: `export *` included, ambiguous or not. */
  #namesOf(target: string): string[] {
    const names = new Set<string>();
    const seen = new Set<string>();
    const pending = [target];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const exporter = this.#exporterOf(next);
      const own = "parsed" in exporter ? exporter.parsed.exports.keys() : exporter;
      for (const name of own) if (next === target || name !== "default") names.add(name);
      if ("parsed" in exporter) {
        for (const star of starTargets(exporter).reverse()) pending.push(star);
      }
    }
    return [...names];
  }
}

/** Every specifier of a node has been resolved before anybody looks it up. */
function targetOf(module: ModuleNode, specifier: string): string {
  const target = module.targets.get(specifier);
  if (target === undefined) throw new Error(`unresolved specifier ${quote(specifier)}`);
  return target;
}

function starTargets(module: ModuleNode): string[] {
  const targets = new Set<string>();
  for (const specifier of module.parsed.stars) targets.add(targetOf(module, specifier));
  return [...targets];
}

function isNew(seen: Map<string, Set<string>>, target: string, name: string): boolean {
  const targets = seen.get(name);
  if (targets === undefined) {
    seen.set(name, new Set([target]));
    return true;
  }
  if (targets.has(target)) return false;
  targets.add(target);
  return true;
}

/** Whether a module that had its types erased declares a type of that name; for a message only. */
function declaresType(module: ModuleNode, name: string): boolean {
  if (module.parsed.mappings === undefined) return false;
  for (const match of module.source.matchAll(/\b(?:interface|type)\s+([\w$]+)/g)) {
    if (match[1] === name) return true;
  }
  return false;
}
