import type { ResolvedToolProvider } from "@execbox/core";
import type { McpFleet } from "../upstream/fleet.js";
import type { McpTool } from "../upstream/list-tools.js";
import type { Upstream } from "../upstream/upstream.js";
import { ToolIndex } from "./tool-index.js";

/** One tool, with everything a search or an answer needs to know of it. */
export interface CatalogueEntry {
  /** How code calls it: `files.read_file`. */
  readonly path: string;
  readonly namespace: string;
  readonly safeName: string;
  readonly tool: McpTool;
}

/** The tools of all upstreams at one moment. */
export class Catalogue {
  readonly entries: readonly CatalogueEntry[];
  readonly upstreams: readonly Upstream[];
  readonly providers: readonly ResolvedToolProvider[];
  #index: ToolIndex | undefined;

  constructor(upstreams: readonly Upstream[]) {
    this.upstreams = upstreams;
    this.providers = upstreams.map(({ provider }) => provider);
    this.entries = upstreams.flatMap(({ tools, provider, namespace }) =>
      tools.map((tool) => {
        const safeName = provider.originalToSafeName[tool.name] ?? tool.name;
        return { path: `${namespace}.${safeName}`, namespace, safeName, tool };
      }),
    );
  }

  /** The index of the entries, made at the first search. */
  get index(): ToolIndex {
    this.#index ??= new ToolIndex(this.entries);
    return this.#index;
  }
}

/** The catalogue of a fleet, made anew only after a change. */
export class LiveCatalogue {
  readonly #fleet: McpFleet;
  #current: Catalogue | undefined;

  constructor(fleet: McpFleet) {
    this.#fleet = fleet;
  }

  get current(): Catalogue {
    const { upstreams } = this.#fleet;
    const isFresh = this.#current?.providers.every(
      (provider, index) => provider === upstreams[index]?.provider,
    );
    if (this.#current === undefined || !isFresh) this.#current = new Catalogue(upstreams);
    return this.#current;
  }
}
