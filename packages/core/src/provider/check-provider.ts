import { assertNamespaceName } from "../identifiers.js";
import { assertKnownKeys, assertRecord, describe } from "../options.js";
import type { ToolAnnotations } from "../types.js";
import type { ToolDescriptor, ToolProvider } from "./tool-provider.js";

/** The name of a provider that was given none. */
const DEFAULT_NAMESPACE = "codemode";

/** A provider whose outer form is right: a usable name, known keys, functions to call. */
export interface CheckedProvider {
  readonly name: string;
  readonly tools: readonly (readonly [originalName: string, tool: CheckedTool])[];
  readonly types: string | undefined;
}

/** A tool whose outer form is right; its schemas are still as given. */
export interface CheckedTool {
  readonly where: string;
  readonly description: string | undefined;
  readonly annotations: ToolAnnotations | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly execute: ToolDescriptor["execute"];
}

/** Reads a provider once and refuses the host's mistakes with a `TypeError` that names the key. */
export function checkProvider(provider: ToolProvider): CheckedProvider {
  assertRecord("provider", provider);
  assertKnownKeys("provider", provider, ["name", "tools", "types"]);
  const { name = DEFAULT_NAMESPACE, tools, types } = provider;
  assertNamespaceName(name, "provider.name");
  assertText("provider.types", types);
  assertRecord("provider.tools", tools);
  if (tools instanceof Map) {
    throw new TypeError("provider.tools must be an object, got a Map; use Object.fromEntries");
  }
  return { name, types, tools: Object.entries(tools).map(checkTool) };
}

function checkTool([originalName, tool]: [string, ToolDescriptor]): [string, CheckedTool] {
  const where = /^[A-Za-z_$][\w$]*$/.test(originalName)
    ? `provider.tools.${originalName}`
    : `provider.tools[${JSON.stringify(originalName)}]`;
  assertRecord(where, tool);
  assertKnownKeys(where, tool, TOOL_KEYS);
  const { description, annotations, inputSchema, outputSchema, execute } = tool;
  assertText(`${where}.description`, description);
  if (typeof execute !== "function") {
    throw new TypeError(`${where}.execute must be a function, got ${describe(execute)}`);
  }
  return [
    originalName,
    {
      where,
      description,
      annotations: annotations === undefined ? undefined : checkAnnotations(where, annotations),
      inputSchema,
      outputSchema,
      // Called as a method of the author's object, which it may rely on.
      execute: (input, context) => execute.call(tool, input, context),
    },
  ];
}

const TOOL_KEYS = ["description", "inputSchema", "outputSchema", "annotations", "execute"];

function assertText(where: string, value: unknown): asserts value is string | undefined {
  if (value === undefined || typeof value === "string") return;
  throw new TypeError(`${where} must be a string, got ${describe(value)}`);
}

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** Keeps the annotations MCP defines; others are hints to somebody else. */
function checkAnnotations(where: string, given: ToolAnnotations): ToolAnnotations {
  assertRecord(`${where}.annotations`, given);
  const annotations: ToolAnnotations = {};
  const { title } = given;
  assertText(`${where}.annotations.title`, title);
  if (title !== undefined) annotations.title = title;
  for (const hint of HINTS) {
    const value = given[hint];
    if (value === undefined) continue;
    if (typeof value !== "boolean") {
      throw new TypeError(
        `${where}.annotations.${hint} must be true or false, got ${describe(value)}`,
      );
    }
    annotations[hint] = value;
  }
  return annotations;
}
