import type { Executor } from "@execbox/core";
import { mistake, renderResult, type ToolAnswer } from "../answer/render-result.js";
import { type Catalogue, LiveCatalogue } from "../catalogue/catalogue.js";
import { renderTools } from "../catalogue/render.js";
import type { McpFleet } from "../upstream/fleet.js";
import { type ProgressSink, watched } from "../upstream/progress.js";
import { isObject } from "../upstream/shapes.js";
import {
  describeCode,
  describeExecute,
  describeSearch,
  type WrapperNames,
} from "./descriptions.js";
import { answerSearch } from "./search-call.js";
import { runTool, searchTool, type WrapperTool } from "./wrapper-tool.js";

/** Which wrapper tools a client sees: search and execute, one tool that has all types, or all three. */
export type CodeMode = "both" | "split" | "single";

/** What the wrapper tools need to know. */
export interface CodeToolsOptions {
  readonly executor: Executor;
  readonly mode: CodeMode | "auto";
  readonly names: WrapperNames;
  /** Room for the text of one answer, in characters. */
  readonly maxTextChars: number;
  /** Room for the types in the description of the single tool, in characters. */
  readonly maxTypesChars: number;
}

/** What one call to a wrapper tool may use of its request. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Present when the client asked to be told of progress. */
  readonly onProgress?: ProgressSink | undefined;
}

/** How long the first requests wait for servers that are still starting. */
const START_WAIT_MS = 10_000;

/** The wrapper tools over a fleet of upstreams; every client's server shares one of these. */
export class CodeTools {
  readonly fleet: McpFleet;
  readonly #options: CodeToolsOptions;
  readonly #catalogue: LiveCatalogue;
  #started: Promise<void> | undefined;
  #described: { catalogue: Catalogue; troubles: string; tools: WrapperTool[] } | undefined;

  constructor(fleet: McpFleet, options: CodeToolsOptions) {
    this.fleet = fleet;
    this.#options = options;
    this.#catalogue = new LiveCatalogue(fleet);
  }

  /** The wrapper tools, described for the catalogue as it is. */
  async list(): Promise<readonly WrapperTool[]> {
    await this.#start();
    return this.describe();
  }

  /** The wrapper tools as they can be described at this moment. */
  describe(): readonly WrapperTool[] {
    const catalogue = this.#catalogue.current;
    const troubles = catalogue.upstreams.map(({ trouble }) => trouble !== undefined).join();
    // Types of many tools take a while, and every call asks for the names.
    if (this.#described?.catalogue !== catalogue || this.#described.troubles !== troubles) {
      this.#described = { catalogue, troubles, tools: this.#describe(catalogue) };
    }
    return this.#described.tools;
  }

  #describe(catalogue: Catalogue): WrapperTool[] {
    const { names, maxTypesChars } = this.#options;
    const mode = this.#modeFor(catalogue);
    const tools: WrapperTool[] = [];
    const isReadOnly = catalogue.entries.every(
      ({ tool }) => tool.annotations?.readOnlyHint === true,
    );
    const runs = { readOnlyHint: isReadOnly && catalogue.entries.length > 0, openWorldHint: true };
    if (mode !== "single") {
      tools.push(searchTool(names.search, describeSearch(catalogue, names)));
      tools.push(runTool(names.execute, "Run code", describeExecute(catalogue, names), runs));
    }
    if (mode !== "split") {
      const text = describeCode(catalogue, names, maxTypesChars, mode === "both");
      tools.push(runTool(names.code, "Run code with tools", text, runs));
    }
    return tools;
  }

  /** Answers a call, or `undefined` when there is no wrapper tool of that name. */
  async call(name: string, input: unknown, context: CallContext): Promise<ToolAnswer | undefined> {
    await this.#start();
    if (!this.describe().some((tool) => tool.name === name)) return undefined;
    const given = isObject(input) ? input : {};
    return name === this.#options.names.search
      ? answerSearch(this.#catalogue.current, given, this.#options.maxTextChars)
      : this.#run(given, context);
  }

  /** A catalogue that fits into one description needs no search. */
  #modeFor({ entries }: Catalogue): CodeMode {
    const { mode, maxTypesChars } = this.#options;
    if (mode !== "auto") return mode;
    if (entries.length > maxTypesChars / 60) return "split";
    return renderTools(entries, "types").length <= maxTypesChars ? "single" : "split";
  }

  async #start(): Promise<void> {
    this.#started ??= this.fleet.settled(START_WAIT_MS);
    await this.#started;
  }

  async #run(
    input: { readonly [key: string]: unknown },
    { signal, onProgress }: CallContext,
  ): Promise<ToolAnswer> {
    const { code } = input;
    if (typeof code !== "string" || code.trim() === "") {
      return mistake('code must be a string with the program to run: { "code": "…" }');
    }
    const { executor, maxTextChars } = this.#options;
    const catalogue = this.#catalogue.current;
    const providers =
      onProgress === undefined
        ? catalogue.providers
        : catalogue.providers.map((provider) => watched(provider, onProgress));
    const result = await executor.execute(code, providers, { signal });
    return renderResult(result, code, catalogue, maxTextChars);
  }
}
