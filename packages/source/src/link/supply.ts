import type { Language } from "../fences.js";
import type { Position } from "../text.js";
import { assertGraphNames, pathOfModuleKey } from "./keys.js";
import { LinkError } from "./link-error.js";
import { ModuleText } from "./module-text.js";
import { Resolver } from "./resolver.js";
import { pathOfFilename } from "./specifiers.js";

/** The most modules of one run, its entry included. */
export const MAX_GRAPH_MODULES = 1_000;

/** The most characters of all modules of one run together. */
export const MAX_GRAPH_CHARACTERS = 8 * 1024 * 1024;

/** The name of an entry that was given none. */
export const DEFAULT_FILENAME = "<runCode>";

/** What a module run is made of. */
export interface LinkRequest {
  /** The text of the entry module. */
  readonly source: string;
  /** The entry's name; where it is a path, the entry's imports resolve from there. */
  readonly filename?: string | undefined;
  /** Texts of further modules, by relative specifiers from the root of the graph. */
  readonly modules: Readonly<Record<string, string>>;
  /** The export names of each bridged import, by its bare specifier. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  readonly language: Language;
}

/** All that was passed in, read or not. */
export class Supply {
  readonly entry: string;
  readonly #texts = new Map<string, ModuleText>();
  readonly bridges: ReadonlyMap<string, ReadonlySet<string>>;
  readonly exceedsLimits: boolean;
  readonly #resolver: Resolver;
  /** Where each module stands; an entry whose name is no path has none. */
  readonly #paths = new Map<string, string>();

  constructor({ source, filename = DEFAULT_FILENAME, modules, imports, language }: LinkRequest) {
    assertGraphNames({ source, filename, modules, imports });
    this.entry = filename;
    this.#texts.set(filename, new ModuleText(filename, source, language));
    const entryPath = pathOfFilename(filename);
    const names = new Map<string, string>();
    if (entryPath !== undefined) names.set(entryPath, filename);
    for (const [key, text] of Object.entries(modules)) {
      const path = pathOfModuleKey(key);
      if (names.has(path)) continue;
      names.set(path, path);
      this.#texts.set(path, new ModuleText(path, text, language));
    }
    for (const [path, name] of names) this.#paths.set(name, path);
    this.bridges = new Map(Object.entries(imports).map(([key, list]) => [key, new Set(list)]));
    this.#resolver = new Resolver(names, new Set(this.bridges.keys()), language);
    let characters = 0;
    for (const text of this.#texts.values()) characters += text.source.length;
    this.exceedsLimits = this.#texts.size > MAX_GRAPH_MODULES || characters > MAX_GRAPH_CHARACTERS;
  }

  /** The name that a specifier in the module named `from` leads to. */
  find(from: string, specifier: string): string | undefined {
    return this.#resolver.find(this.#paths.get(from), specifier);
  }

  /** What to throw when `find` found nothing, about a place in that module if one is known. */
  notFound(from: string, specifier: string, position?: Position): LinkError {
    const reason = this.#resolver.explain(this.#paths.get(from), specifier);
    return new LinkError(reason, { specifier, filename: from, position });
  }

  /** Whether a module has that name; bridged imports are none. */
  holds(name: string): boolean {
    return this.#texts.has(name);
  }

  /** The text of the module of that name. */
  textOf(name: string): ModuleText {
    const text = this.#texts.get(name);
    if (text === undefined) throw new Error(`no module has the name ${name}`);
    return text;
  }

  /**
   * Whether any module that may run needs its types erased: of those that the entry
   * reaches, and of all others too once one of them uses `import()`.
   */
  needsEraser(): boolean {
    const reached = new Set([this.entry]);
    for (const name of reached) {
      const text = this.#texts.get(name);
      if (text === undefined) continue;
      if (text.needsEraser) return true;
      const module = text.asJavaScript;
      if (module !== undefined && module.dynamicImports.length > 0)
        for (const other of this.#texts.keys()) reached.add(other);
      for (const specifier of module?.requests.keys() ?? []) {
        const target = this.find(name, specifier);
        if (target !== undefined) reached.add(target);
      }
    }
    return false;
  }
}
