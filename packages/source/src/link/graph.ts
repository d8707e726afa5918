import type { TypeEraser } from "../eraser.js";
import { offsetAt, type Position } from "../text.js";
import { Bindings, type Exporter, type ModuleNode } from "./bindings.js";
import { movedBody } from "./body.js";
import { Circles } from "./circles.js";
import { DEFAULT_LOCAL, type ModuleEntries } from "./entries.js";
import { replaceImportMeta } from "./import-meta.js";
import { LinkError } from "./link-error.js";
import { authorPosition } from "./module-text.js";
import { type PlainLinks, type PlainModule, withBody, withoutImportCalls } from "./plain-module.js";
import { type LinkRequest, MAX_GRAPH_CHARACTERS, MAX_GRAPH_MODULES, Supply } from "./supply.js";

/** A module that an engine can evaluate. */
export interface LinkedModule {
  /** Its name in the graph, and its file name for the engine: `./lib/math.js`. */
  readonly name: string;
  /** The text of an ES module. The lines of a JavaScript author keep their numbers. */
  readonly code: string;
  /**
   * The module whose body has ended when this one has been evaluated, itself or the root of its
   * circle; `undefined` if neither it nor what it imports awaits anything at the top level.
   */
  readonly endsWith: string | undefined;
  /** Every static specifier as written, and the name of the module or import it leads to. */
  readonly imports: ReadonlyMap<string, string>;
  /**
   * Where a 1-based line and column of `code`, as an engine reports them, stands in
   * the author's text; `undefined` for a place that the author did not write.
   */
  positionOf(line: number, column: number): Position | undefined;
  /** The same for an engine that knows neither `import()` nor `await` at the top level. */
  plain(links: PlainLinks): PlainModule;
}

/** A graph in which every static import leads somewhere. */
export interface LinkedGraph {
  /** The name of the entry module. */
  readonly entry: string;
  /** The modules that the entry reaches by static imports, each after those it imports. */
  readonly modules: readonly LinkedModule[];
  /** What a dynamic `import()` in the module named `from` leads to, or why nowhere. */
  resolve(from: string, specifier: string): string | LinkError;
  /**
   * The module of that name, linked with all it imports; `undefined` for a bridged
   * import. Throws a `LinkError` for a module that only `import()` reaches and that
   * cannot be linked.
   */
  get(name: string): LinkedModule | undefined;
}

/** A graph that has been read as JavaScript as far as that goes. */
export interface GraphReading {
  /** Whether `link` has a use for a type eraser. */
  readonly needsEraser: boolean;
  /** Finishes the work; throws a `LinkError` when the graph cannot be linked. */
  link(eraser?: TypeEraser): LinkedGraph;
}

/**
 * Reads the modules of a run once, so that the caller fetches a type eraser only if it
 * is needed.
 *
 * Throws a `TypeError` for a name that the host may not give (see `assertGraphNames`).
 * What is wrong with the guest's text is thrown by `link`.
 *
 * @example
 * const reading = readGraph({ source, modules, imports, language: "typescript" });
 * const graph = reading.link(reading.needsEraser ? await loadTypeEraser() : undefined);
 */
export function readGraph(request: LinkRequest): GraphReading {
  const supply = new Supply(request);
  return {
    needsEraser: !supply.exceedsLimits && supply.needsEraser(),
    link: (eraser) => new Graph(supply, eraser),
  };
}

class Graph implements LinkedGraph {
  readonly entry: string;
  readonly modules: readonly LinkedModule[];
  readonly #supply: Supply;
  readonly #eraser: TypeEraser | undefined;
  readonly #nodes = new Map<string, ModuleNode>();
  readonly #linked = new Map<string, LinkedModule>();
  readonly #failed = new Map<string, LinkError>();
  /** Names of modules that await something at the top level, or import one that does. */
  readonly #waiting = new Set<string>();
  readonly #circles = new Circles();
  readonly #bindings = new Bindings((name) => this.#exporterOf(name));

  constructor(supply: Supply, eraser: TypeEraser | undefined) {
    if (supply.exceedsLimits) {
      throw new LinkError(
        `A run may have ${MAX_GRAPH_MODULES} modules with ${MAX_GRAPH_CHARACTERS} characters ` +
          "together; pass fewer",
      );
    }
    this.#supply = supply;
    this.#eraser = eraser;
    this.entry = supply.entry;
    this.#link(this.entry);
    this.modules = [...this.#linked.values()];
  }

  resolve(from: string, specifier: string): string | LinkError {
    return this.#supply.find(from, specifier) ?? this.#supply.notFound(from, specifier);
  }

  get(name: string): LinkedModule | undefined {
    if (!this.#linked.has(name) && this.#supply.holds(name)) this.#link(name);
    return this.#linked.get(name);
  }

  /** Links one module and all it imports: either all of them, or none. */
  #link(root: string): void {
    const failed = this.#failed.get(root);
    if (failed !== undefined) throw failed;
    try {
      const nodes = this.#collect(root);
      for (const node of nodes) this.#bindings.check(node);
      this.#findWaiting(nodes);
      for (const node of nodes) {
        const needs = this.#needsOf(node);
        const endsWith = needs && this.#circles.rootOf(node.name);
        this.#linked.set(node.name, { ...linkedModule(node, needs), endsWith });
      }
    } catch (error) {
      if (error instanceof LinkError) this.#failed.set(root, error);
      throw error;
    }
  }

  /** The modules that `root` reaches and that are not linked yet, each after its imports. */
  #collect(root: string): ModuleNode[] {
    const ordered: ModuleNode[] = [];
    const seen = new Set([root]);
    const open = [this.#enter(root)];
    for (let visit = open.at(-1); visit !== undefined; visit = open.at(-1)) {
      const { name } = visit.node;
      const { done, value: target } = visit.rest.next();
      if (done) {
        ordered.push(visit.node);
        open.pop();
        this.#circles.leave(name, open.at(-1)?.node.name);
      } else if (seen.has(target)) {
        this.#circles.meet(name, target);
      } else if (!this.#linked.has(target) && this.#supply.holds(target)) {
        seen.add(target);
        open.push(this.#enter(target));
      }
    }
    return ordered;
  }

  /**
   * The modules that one waits for before its body runs; `undefined` if it has none. Whoever imports
   * a part of a circle from outside waits for all of it.
   */
  #needsOf({ name, targets }: ModuleNode): string[] | undefined {
    if (!this.#waiting.has(name)) return undefined;
    const needs = new Set<string>();
    for (const target of targets.values()) {
      if (!this.#waiting.has(target)) continue;
      const root = this.#circles.rootOf(target);
      needs.add(root === this.#circles.rootOf(name) ? target : root);
    }
    return [...needs];
  }

  /** What waits makes its importers wait, in circles too. */
  #findWaiting(nodes: readonly ModuleNode[]): void {
    const importers = new Map<string, string[]>();
    const found: string[] = [];
    for (const { name, parsed, targets } of nodes) {
      if (parsed.awaits) found.push(name);
      for (const target of targets.values()) {
        if (this.#waiting.has(target)) found.push(name);
        const known = importers.get(target);
        if (known === undefined) importers.set(target, [name]);
        else known.push(name);
      }
    }
    for (let name = found.pop(); name !== undefined; name = found.pop()) {
      if (this.#waiting.has(name)) continue;
      this.#waiting.add(name);
      for (const importer of importers.get(name) ?? []) found.push(importer);
    }
  }

  #enter(name: string): { node: ModuleNode; rest: Iterator<string, undefined> } {
    const node = this.#nodes.get(name) ?? this.#read(name);
    this.#circles.enter(name);
    return { node, rest: node.targets.values() };
  }

  #read(name: string): ModuleNode {
    const text = this.#supply.textOf(name);
    const parsed = text.parse(this.#eraser);
    const targets = new Map<string, string>();
    for (const [specifier, at] of parsed.requests) {
      const target = this.#supply.find(name, specifier);
      if (target === undefined) {
        throw this.#supply.notFound(name, specifier, authorPosition(parsed, at));
      }
      targets.set(specifier, target);
    }
    const node = { name, source: text.source, parsed, targets };
    this.#nodes.set(name, node);
    return node;
  }

  #exporterOf(name: string): Exporter {
    const exporter = this.#supply.bridges.get(name) ?? this.#nodes.get(name);
    if (exporter === undefined) throw new Error(`nothing was read under the name ${name}`);
    return exporter;
  }
}

function linkedModule(
  { name, parsed, targets }: ModuleNode,
  needs: readonly string[] | undefined,
): Omit<LinkedModule, "endsWith"> {
  const { code, originOf, offsetOf } = replaceImportMeta(
    parsed.text,
    parsed.metas,
    `sandbox:${name}`,
  );
  return {
    name,
    code,
    imports: targets,
    positionOf(line, column) {
      const offset = offsetAt(code, { line, column });
      const origin = offset === undefined ? undefined : originOf(offset);
      return origin === undefined ? undefined : authorPosition(parsed, origin);
    },
    plain(links) {
      const dynamicImports = parsed.dynamicImports.map(offsetOf);
      if (needs === undefined) return withoutImportCalls({ code, dynamicImports }, name, links);
      const { awaits, changing } = parsed;
      const source = { code, dynamicImports, awaits, changing };
      const body = movedBody(parsed.body, offsetOf);
      return withBody({ ...source, body, exported: localExports(parsed) }, name, needs, links);
    },
  };
}

/** What a module exports of its own, by the name that importers know; an unnamed default has none. */
function localExports({ exports }: ModuleEntries): Map<string, string> {
  const locals = new Map<string, string>();
  for (const [name, entry] of exports) {
    if (entry.kind === "local" && entry.local !== DEFAULT_LOCAL) locals.set(name, entry.local);
  }
  return locals;
}
