import { closestName, type Executor } from "@execbox/core";
import type { JSONObject } from "@modelcontextprotocol/server";
import type { ContentBlock } from "../answer/content-blocks.js";
import { renderResult, type ToolAnswer } from "../answer/render-result.js";
import { shortenJson } from "../answer/shorten.js";
import { type Catalogue, LiveCatalogue } from "../catalogue/catalogue.js";
import { renderTools, SEARCH_DETAILS, type SearchDetail, schemaOf } from "../catalogue/render.js";
import type { McpFleet } from "../upstream/fleet.js";
import { type ProgressSink, watched } from "../upstream/progress.js";
import { isObject } from "../upstream/shapes.js";
import {
  describeCode,
  describeExecute,
  describeSearch,
  type WrapperNames,
} from "./descriptions.js";

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

/** A wrapper tool as `tools/list` shows it. */
export interface WrapperTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: "object"; properties: Record<string, JSONObject>; required: string[] };
  annotations: { readOnlyHint: boolean; openWorldHint: boolean };
}

/** What one call to a wrapper tool may use of its request. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Present when the client asked to be told of progress. */
  readonly onProgress?: ProgressSink | undefined;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 50;
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
    return name === this.#options.names.search ? this.#search(given) : this.#run(given, context);
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

  #search(input: { readonly [key: string]: unknown }): ToolAnswer {
    const { query = "", server, detail = "types", limit = DEFAULT_LIMIT, offset = 0 } = input;
    if (typeof query !== "string") return mistake("query must be a string of words");
    if (!isDetail(detail)) return mistake(`detail must be one of ${SEARCH_DETAILS.join(", ")}`);
    if (!isCount(limit) || limit < 1) return mistake("limit must be a whole number of at least 1");
    if (!isCount(offset)) return mistake("offset must be a whole number of at least 0");
    const catalogue = this.#catalogue.current;
    const wanted = server === undefined || server === "" ? undefined : String(server);
    const upstream = catalogue.upstreams.find(
      ({ namespace, name }) => namespace === wanted || name === wanted,
    );
    if (wanted !== undefined && upstream === undefined) {
      const namespaces = catalogue.upstreams.map(({ namespace }) => namespace);
      const meant = closestName(wanted, namespaces);
      const remedy =
        meant === undefined ? `the servers are ${namespaces.join(", ")}` : `did you mean ${meant}?`;
      return mistake(`there is no server ${JSON.stringify(wanted.slice(0, 60))}; ${remedy}`);
    }
    const found = catalogue.index.find(query, upstream?.namespace);
    return this.#page(found, detail, offset, Math.min(limit, MAX_LIMIT), catalogue);
  }

  /** One page, as many tools of it as there is room for: whole ones only. */
  #page(
    found: Catalogue["entries"],
    detail: SearchDetail,
    offset: number,
    limit: number,
    catalogue: Catalogue,
  ): ToolAnswer {
    const { maxTextChars } = this.#options;
    let page = found.slice(offset, offset + limit);
    let text = renderTools(page, detail);
    while (text.length > maxTextChars && page.length > 1) {
      page = page.slice(0, Math.max(1, Math.floor(page.length / 2)));
      text = renderTools(page, detail);
    }
    const [only] = page;
    if (text.length > maxTextChars && only !== undefined)
      text = shortenJson(schemaOf(only), maxTextChars).text;
    const notes = [countNote(found.length, offset, page.length)];
    for (const { trouble } of catalogue.upstreams)
      if (trouble !== undefined) notes.push(`Note: ${trouble}.`);
    const blocks = [text, ...notes].filter((part) => part !== "");
    return { content: [{ type: "text", text: blocks.join("\n") }] };
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

function searchTool(name: string, description: string): WrapperTool {
  return {
    name,
    title: "Search tools",
    description,
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "Words: what the tool does, or its name" },
        server: { type: "string", description: "Only this server" },
        detail: { type: "string", enum: [...SEARCH_DETAILS] },
        limit: { type: "integer", minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
        offset: { type: "integer", minimum: 0, default: 0 },
      },
      required: [],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

function runTool(
  name: string,
  title: string,
  description: string,
  annotations: WrapperTool["annotations"],
): WrapperTool {
  return {
    name,
    title,
    description,
    inputSchema: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
    annotations,
  };
}

function countNote(all: number, offset: number, shown: number): string {
  if (all === 0) return "No tool fits; try other words, or an empty query to list all.";
  if (shown === 0) return `There are ${all} in all; offset ${offset} is past the end.`;
  if (offset === 0 && shown === all) return "";
  const end = offset + shown;
  const next = end < all ? `; next page: offset ${end}` : "";
  return `${offset + 1}-${end} of ${all}${next}`;
}

function mistake(message: string): ToolAnswer {
  const content: ContentBlock[] = [{ type: "text", text: `validation_error: ${message}` }];
  return { content, isError: true };
}

function isDetail(value: unknown): value is SearchDetail {
  return SEARCH_DETAILS.some((detail) => detail === value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
