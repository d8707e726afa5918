import type { JSONObject } from "@modelcontextprotocol/server";
import { SEARCH_DETAILS } from "../catalogue/render.js";

/** A wrapper tool as `tools/list` shows it. */
export interface WrapperTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: "object"; properties: Record<string, JSONObject>; required: string[] };
  annotations: { readOnlyHint: boolean; openWorldHint: boolean };
}

/** How many tools a page of a search has unless asked otherwise, and at most. */
export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 50;

/** The tool that finds tools. */
export function searchTool(name: string, description: string): WrapperTool {
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

/** A tool that runs programs. */
export function runTool(
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
