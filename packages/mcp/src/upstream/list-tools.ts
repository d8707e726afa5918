import { isJsonSerializable, type JsonSchema, type ToolAnnotations } from "@execbox/core";
import { isObject, type McpClientLike, NO_SDK_TIMEOUT, requestTools } from "./shapes.js";

/** A tool as an upstream announced it, with nothing left that a guard has not looked at. */
export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
}

/** An upstream whose pages never end, or whose catalogue is a flood, is cut off here. */
export const MAX_PAGES = 1_000;
const MAX_TOOLS = 20_000;
const MAX_NAME_CHARS = 256;
const MAX_DESCRIPTION_CHARS = 16_000;

/** Reads every page of an upstream's catalogue. The first of two tools of one name counts. */
export async function listTools(
  client: McpClientLike,
  signal: AbortSignal,
): Promise<{ tools: McpTool[]; truncated: boolean }> {
  const tools = new Map<string, McpTool>();
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await requestTools(client, cursor, { signal, timeout: NO_SDK_TIMEOUT });
    if (!isObject(answer) || !Array.isArray(answer["tools"])) {
      throw new Error("its answer to tools/list has no list of tools");
    }
    for (const given of answer["tools"]) {
      const tool = readTool(given);
      if (tool === undefined || tools.has(tool.name)) continue;
      if (tools.size >= MAX_TOOLS) return { tools: [...tools.values()], truncated: true };
      tools.set(tool.name, tool);
    }
    const next = answer["nextCursor"];
    if (typeof next !== "string" || next === "")
      return { tools: [...tools.values()], truncated: false };
    // A page that leads back to itself would be read for ever.
    if (seen.has(next)) break;
    seen.add(next);
    cursor = next;
  }
  return { tools: [...tools.values()], truncated: true };
}

function readTool(given: unknown): McpTool | undefined {
  if (!isObject(given)) return undefined;
  const { name, title, description, inputSchema, outputSchema, annotations } = given;
  if (typeof name !== "string" || name === "" || name.length > MAX_NAME_CHARS) return undefined;
  const hints = readAnnotations(annotations);
  const shown = typeof title === "string" ? title : hints?.title;
  return {
    name,
    ...(shown === undefined ? {} : { title: shown.slice(0, MAX_NAME_CHARS) }),
    ...(typeof description === "string"
      ? { description: description.slice(0, MAX_DESCRIPTION_CHARS) }
      : {}),
    ...(isSchema(inputSchema) ? { inputSchema } : {}),
    ...(isSchema(outputSchema) ? { outputSchema } : {}),
    ...(hints === undefined ? {} : { annotations: hints }),
  };
}

/** A server in this process may hand over objects that no wire could carry, cycles among them. */
function isSchema(value: unknown): value is { [keyword: string]: unknown } {
  return isObject(value) && isJsonSerializable(value);
}

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

function readAnnotations(given: unknown): ToolAnnotations | undefined {
  if (!isObject(given)) return undefined;
  const annotations: ToolAnnotations = {};
  if (typeof given["title"] === "string") annotations.title = given["title"];
  for (const hint of HINTS) {
    const value = given[hint];
    if (typeof value === "boolean") annotations[hint] = value;
  }
  return annotations;
}
