import MiniSearch from "minisearch";
import { isObject } from "../upstream/shapes.js";
import type { CatalogueEntry } from "./catalogue.js";

interface IndexedTool {
  id: number;
  path: string;
  name: string;
  title: string;
  parameters: string;
  description: string;
}

/** Longer texts would index a whole manual with every tool. */
const MAX_TEXT_CHARS = 2_000;
const MAX_QUERY_CHARS = 500;

/**
 * Ranked full-text search over names, titles, parameters and descriptions. Whole words count
 * most, beginnings of words less, misspelt words least; names count more than descriptions.
 */
export class ToolIndex {
  readonly #entries: readonly CatalogueEntry[];
  readonly #search: MiniSearch<IndexedTool>;
  readonly #byName = new Map<string, CatalogueEntry[]>();

  constructor(entries: readonly CatalogueEntry[]) {
    this.#entries = entries;
    this.#search = new MiniSearch({
      fields: ["name", "path", "title", "parameters", "description"],
      tokenize: words,
      processTerm: stem,
      searchOptions: {
        boost: { name: 4, path: 2, title: 2, parameters: 1.5 },
        prefix: (term) => term.length >= 2,
        fuzzy: (term) => (term.length >= 4 ? 0.2 : false),
        weights: { prefix: 0.4, fuzzy: 0.1 },
      },
    });
    this.#search.addAll(entries.map(toIndexed));
    for (const entry of entries) {
      for (const name of [entry.path, entry.safeName, entry.tool.name]) {
        const key = name.toLowerCase();
        const named = this.#byName.get(key) ?? [];
        if (!named.includes(entry)) this.#byName.set(key, [...named, entry]);
      }
    }
  }

  /** The tools that fit the query, the best first; all of them, in their order, for an empty one. */
  find(query: string, namespace?: string): CatalogueEntry[] {
    const asked = query.trim().slice(0, MAX_QUERY_CHARS);
    const isWanted = (entry: CatalogueEntry): boolean =>
      namespace === undefined || entry.namespace === namespace;
    if (asked === "" || asked === "*") return this.#entries.filter(isWanted);
    const found = new Set(this.#byName.get(asked.toLowerCase())?.filter(isWanted));
    for (const { id } of this.#search.search(asked)) {
      const entry = this.#entries[id];
      if (entry !== undefined && isWanted(entry)) found.add(entry);
    }
    return [...found];
  }
}

function toIndexed({ path, namespace, safeName, tool }: CatalogueEntry, id: number): IndexedTool {
  const { inputSchema } = tool;
  const properties = isObject(inputSchema) ? inputSchema["properties"] : undefined;
  return {
    id,
    path,
    name: `${safeName} ${tool.name === safeName ? "" : tool.name}`,
    title: `${tool.title ?? ""} ${namespace}`,
    parameters: isObject(properties)
      ? Object.keys(properties).join(" ").slice(0, MAX_TEXT_CHARS)
      : "",
    description: (tool.description ?? "").slice(0, MAX_TEXT_CHARS),
  };
}

/** Words as people type them: `readTextFile`, `read_text_file` and "read text file" are the same. */
function words(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Enough of English grammar that "issues" finds `create_issue`. */
function stem(word: string): string | null {
  const lower = word.toLowerCase();
  if (STOP_WORDS.has(lower)) return null;
  if (lower.length > 4 && lower.endsWith("ies")) return `${lower.slice(0, -3)}y`;
  if (lower.length > 3 && lower.endsWith("s") && !lower.endsWith("ss")) return lower.slice(0, -1);
  return lower;
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be by can for from how i in into is it me my of on or that the this to tool tools use want what which with you".split(
    " ",
  ),
);
