import type { CatalogueEntry } from "./catalogue.js";
import { declareTools } from "./provider.js";

/** How much a search says of each tool it found. */
export type SearchDetail = "names" | "types" | "schemas";

/** The details, from cheap to complete. */
export const SEARCH_DETAILS: readonly SearchDetail[] = ["names", "types", "schemas"];

const MAX_SUMMARY_CHARS = 100;

/** The tools as text: a line each, TypeScript declarations, or their JSON Schemas. */
export function renderTools(entries: readonly CatalogueEntry[], detail: SearchDetail): string {
  switch (detail) {
    case "names":
      return entries.map(nameLine).join("\n");
    case "types":
      return renderTypes(entries);
    case "schemas":
      return entries.map((entry) => JSON.stringify(schemaOf(entry))).join("\n");
  }
}

/** What `detail: "schemas"` says of a tool. */
export function schemaOf({ path, tool }: CatalogueEntry): object {
  const { description, inputSchema, outputSchema, annotations } = tool;
  return { tool: path, description, inputSchema, outputSchema, annotations };
}

/** Declarations grouped by namespace, in the order in which the namespaces appear. */
export function renderTypes(entries: readonly CatalogueEntry[]): string {
  const groups = new Map<string, CatalogueEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.namespace);
    if (group === undefined) groups.set(entry.namespace, [entry]);
    else group.push(entry);
  }
  return [...groups]
    .map(([namespace, group]) => {
      const names = Object.fromEntries(group.map(({ tool, safeName }) => [tool.name, safeName]));
      const tools = group.map(({ tool }) => tool);
      return declareTools(namespace, { originalToSafeName: names }, tools);
    })
    .join("\n");
}

function nameLine({ path, tool }: CatalogueEntry): string {
  const summary = firstSentence(tool.description ?? tool.title ?? "");
  return summary === "" ? path : `${path} - ${summary}`;
}

/** On one line, without anything that could pass for another line. */
function firstSentence(text: string): string {
  const line = text
    .slice(0, 2_000)
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim();
  const sentence = /^.*?[.!?](?= |$)/.exec(line)?.[0] ?? line;
  if (sentence.length <= MAX_SUMMARY_CHARS) return sentence;
  return `${Array.from(sentence)
    .slice(0, MAX_SUMMARY_CHARS - 1)
    .join("")}…`;
}
