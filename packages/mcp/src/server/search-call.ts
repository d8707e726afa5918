import { closestName } from "@execbox/core";
import { mistake, type ToolAnswer } from "../answer/render-result.js";
import { shortenJson } from "../answer/shorten.js";
import type { Catalogue, CatalogueEntry } from "../catalogue/catalogue.js";
import { renderTools, SEARCH_DETAILS, type SearchDetail, schemaOf } from "../catalogue/render.js";
import type { Upstream } from "../upstream/upstream.js";
import { DEFAULT_LIMIT, MAX_LIMIT } from "./wrapper-tool.js";

/** Answers a call to the search tool, whatever a model sent. */
export function answerSearch(
  catalogue: Catalogue,
  input: { readonly [key: string]: unknown },
  maxTextChars: number,
): ToolAnswer {
  const { query = "", server, detail = "types", limit = DEFAULT_LIMIT, offset = 0 } = input;
  if (typeof query !== "string") return mistake("query must be a string of words");
  if (!isDetail(detail)) return mistake(`detail must be one of ${SEARCH_DETAILS.join(", ")}`);
  if (!isCount(limit) || limit < 1) return mistake("limit must be a whole number of at least 1");
  if (!isCount(offset)) return mistake("offset must be a whole number of at least 0");
  const wanted = server === undefined || server === "" ? undefined : String(server);
  const upstream = catalogue.upstreams.find(
    ({ namespace, name }) => namespace === wanted || name === wanted,
  );
  if (wanted !== undefined && upstream === undefined) return noServer(wanted, catalogue.upstreams);
  const found = catalogue.index.find(query, upstream?.namespace);
  const wantedPage = found.slice(offset, offset + Math.min(limit, MAX_LIMIT));
  const { text, count } = renderPage(wantedPage, detail, maxTextChars);
  const notes = [countNote(found.length, offset, count)];
  for (const { trouble } of catalogue.upstreams) {
    if (trouble !== undefined) notes.push(`Note: ${trouble}.`);
  }
  const lines = [text, ...notes].filter((part) => part !== "");
  return { content: [{ type: "text", text: lines.join("\n") }] };
}

/** As many tools of a page as there is room for: whole ones only, unless not even one fits. */
function renderPage(
  entries: readonly CatalogueEntry[],
  detail: SearchDetail,
  maxTextChars: number,
): { text: string; count: number } {
  for (let count = entries.length; ; count = Math.floor(count / 2)) {
    const page = entries.slice(0, count);
    const text = renderTools(page, detail);
    if (text.length <= maxTextChars) return { text, count };
    const [only] = page;
    if (count > 1 || only === undefined) continue;
    return { text: shortenJson(schemaOf(only), maxTextChars).text, count };
  }
}

function noServer(wanted: string, upstreams: readonly Upstream[]): ToolAnswer {
  const namespaces = upstreams.map(({ namespace }) => namespace);
  const meant = closestName(wanted, namespaces);
  const remedy =
    meant === undefined ? `the servers are ${namespaces.join(", ")}` : `did you mean ${meant}?`;
  return mistake(`there is no server ${JSON.stringify(wanted.slice(0, 60))}; ${remedy}`);
}

function countNote(all: number, offset: number, shown: number): string {
  if (all === 0) return "No tool fits; try other words, or an empty query to list all.";
  if (shown === 0) return `There are ${all} in all; offset ${offset} is past the end.`;
  if (offset === 0 && shown === all) return "";
  const end = offset + shown;
  const next = end < all ? `; next page: offset ${end}` : "";
  return `${offset + 1}-${end} of ${all}${next}`;
}

function isDetail(value: unknown): value is SearchDetail {
  return SEARCH_DETAILS.some((detail) => detail === value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
