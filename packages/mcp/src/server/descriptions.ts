import type { Catalogue, CatalogueEntry } from "../catalogue/catalogue.js";
import { ENVELOPE_TYPES } from "../catalogue/provider.js";
import { renderTypes } from "../catalogue/render.js";
import { isObject } from "../upstream/shapes.js";

/** The names under which a client sees the wrapper tools. */
export interface WrapperNames {
  search: string;
  execute: string;
  code: string;
}

/** What the wrapper tools are called unless asked otherwise. */
export const DEFAULT_NAMES: WrapperNames = {
  search: "mcp_search_tools",
  execute: "mcp_execute_code",
  code: "mcp_code",
};

/** Models read these before every task: each line has to earn its tokens. */
const RULES = `Plain JavaScript or TypeScript: no network, files, timers or imports; only the tools, as async functions. A tool resolves to { content, structuredContent } and throws an Error with code and message when it fails. Independent calls: Promise.all. The last expression (or return) is the answer: return only what you need; return result.content to show images.`;

/** What `mcp_search_tools` says of itself. */
export function describeSearch(catalogue: Catalogue, names: WrapperNames): string {
  return [
    `Find tools to call in ${names.execute}. Answers with TypeScript declarations (detail "names" costs least).`,
    `Servers: ${serverList(catalogue)}. An empty query lists everything.`,
  ].join("\n");
}

/** What `mcp_execute_code` says of itself. */
export function describeExecute(catalogue: Catalogue, names: WrapperNames): string {
  return [
    `Run a program that calls the tools found with ${names.search}: one program instead of many calls. ${RULES}`,
    `Example: ${example(catalogue)}`,
  ].join("\n");
}

/** What `mcp_code` says of itself: the rules, and the types of as many tools as fit. */
export function describeCode(
  catalogue: Catalogue,
  names: WrapperNames,
  maxTypesChars: number,
  hasSearch: boolean,
): string {
  const { entries } = catalogue;
  const shown = fittingTypes(catalogue, maxTypesChars);
  const lines = [
    `Run a program that calls the tools below. ${RULES}`,
    `Example: ${example(catalogue)}`,
    ENVELOPE_TYPES,
  ];
  if (shown.types !== "") lines.push(shown.types);
  const left = entries.slice(shown.count);
  if (left.length > 0) {
    const more = hasSearch
      ? `find them with ${names.search}`
      : leftNames(left.map(({ path }) => path));
    lines.push(`// ${left.length} more tools: ${more}`);
  }
  const away = catalogue.upstreams.filter(({ trouble }) => trouble !== undefined);
  for (const { name } of away) lines.push(`// server ${JSON.stringify(name)} is not connected`);
  return lines.join("\n");
}

const MAX_SERVERS = 40;

function serverList({ upstreams }: Catalogue): string {
  const listed = upstreams.slice(0, MAX_SERVERS).map(({ namespace, tools, trouble }) => {
    if (trouble !== undefined && tools.length === 0) return `${namespace} (unavailable)`;
    return `${namespace} (${tools.length} tools)`;
  });
  if (upstreams.length > MAX_SERVERS) listed.push(`${upstreams.length - MAX_SERVERS} more`);
  return listed.join(", ") || "none";
}

/** The pattern once, with a tool that is there: models copy what they see. */
function example({ entries, upstreams }: Catalogue): string {
  const found = entries.slice(0, MAX_EXAMPLES).flatMap(exampleCall)[0];
  const call = found ?? `${upstreams[0]?.namespace ?? "mcp"}.get_page({ id })`;
  const parameter = /\{ (\w+) \}/.exec(call)?.[1] ?? "id";
  return `const all = await Promise.all(["a", "b"].map((${parameter}) => ${call})); all.map((one) => one.structuredContent ?? one.content[0].text)`;
}

const MAX_EXAMPLES = 200;

/** A call that reads something and needs one text, if the tool can be called so. */
function exampleCall({ path, tool }: CatalogueEntry): string[] {
  const { inputSchema, annotations, name, description = "" } = tool;
  const isReading = annotations?.readOnlyHint ?? /^(?:get|read|list|search|find|fetch)/i.test(name);
  if (!isReading || /deprecated/i.test(description) || !isObject(inputSchema)) return [];
  const { required, properties } = inputSchema;
  const [only, ...others] = Array.isArray(required) ? required : [];
  if (typeof only !== "string" || others.length > 0 || !/^[a-z]\w{0,30}$/i.test(only)) return [];
  const schema = isObject(properties) ? properties[only] : undefined;
  return isObject(schema) && schema["type"] === "string" ? [`${path}({ ${only} })`] : [];
}

/** Whole declarations only: half of one is worse than none. */
function fittingTypes({ entries }: Catalogue, limit: number): { types: string; count: number } {
  let [fits, tooMany] = [0, entries.length + 1];
  let types = "";
  // Halving is quick for ten thousand tools, of which only the first few dozen fit.
  let next = Math.min(entries.length, 64);
  while (fits + 1 < tooMany) {
    const text = renderTypes(entries.slice(0, next));
    if (text.length <= limit) [fits, types] = [next, text];
    else tooMany = next;
    next =
      tooMany > entries.length ? Math.min(entries.length, fits * 2 || 1) : (fits + tooMany) >> 1;
    if (fits === entries.length) break;
  }
  return { types, count: fits };
}

const MAX_NAMES_CHARS = 2_000;

function leftNames(paths: readonly string[]): string {
  let text = "";
  for (const path of paths) {
    if (text.length + path.length > MAX_NAMES_CHARS) return `${text}, …`;
    text += text === "" ? path : `, ${path}`;
  }
  return text;
}
