import {
  type DeclaredTool,
  generateToolDeclaration,
  generateTypesFromJsonSchema,
  type JsonSchema,
  type ResolvedToolProvider,
  resolveProvider,
  type ToolDescriptor,
  type ToolExecutionContext,
} from "@execbox/core";
import type { CallToolEnvelope } from "../upstream/call-tool.js";
import type { McpTool } from "../upstream/list-tools.js";
import { envelopeSchema, withoutPatterns } from "./schemas.js";

/** Calls one of an upstream's tools. */
export type CallTool = (
  tool: McpTool,
  input: unknown,
  context: ToolExecutionContext,
) => Promise<CallToolEnvelope>;

/** The provider of one upstream: every tool by a safe name, each resolving to MCP's envelope. */
export function providerOf(
  namespace: string,
  tools: readonly McpTool[],
  call: CallTool,
): ResolvedToolProvider {
  const provider = resolveTools(namespace, tools, call);
  let types: string | undefined;
  return Object.freeze({
    name: provider.name,
    tools: provider.tools,
    originalToSafeName: provider.originalToSafeName,
    safeToOriginalName: provider.safeToOriginalName,
    // Made when first read: a catalogue of ten thousand tools takes a while.
    get types() {
      types ??= `${ENVELOPE_TYPES}\n${declareTools(namespace, provider, tools)}`;
      return types;
    },
  });
}

/** What every tool of every upstream resolves to. */
export const ENVELOPE_TYPES = `type CallToolResult<T = undefined> = { content: ContentBlock[]; structuredContent: T };
type ContentBlock =
  | { type: "text"; text: string }
  | { type: "image" | "audio"; data: string; mimeType: string }
  | { type: "resource_link"; uri: string; name: string }
  | { type: "resource"; resource: { uri: string; mimeType?: string; text?: string; blob?: string } };`;

/** The declarations of some of a provider's tools, in their namespace. */
export function declareTools(
  namespace: string,
  provider: Pick<ResolvedToolProvider, "originalToSafeName">,
  tools: readonly McpTool[],
): string {
  const declared: Record<string, DeclaredTool> = Object.create(null);
  for (const tool of tools) {
    declared[provider.originalToSafeName[tool.name] ?? tool.name] = declaredTool(tool);
  }
  return generateTypesFromJsonSchema(namespace, declared, { resultType });
}

/** The declaration of one tool, as it stands in its namespace. */
export function declareTool(safeName: string, tool: McpTool): string {
  return generateToolDeclaration(safeName, declaredTool(tool), { resultType });
}

function resultType(output: string): string {
  return output === "unknown" ? "CallToolResult" : `CallToolResult<${output}>`;
}

function declaredTool({ description, title, inputSchema, outputSchema }: McpTool): DeclaredTool {
  const text = description ?? title;
  return {
    ...(text === undefined ? {} : { description: text }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
}

/**
 * One tool whose schemas make no sense must not cost the others theirs: it is offered without
 * them, and the upstream judges what it is sent.
 */
function resolveTools(
  namespace: string,
  tools: readonly McpTool[],
  call: CallTool,
): ResolvedToolProvider {
  const all = toRecord(tools.map((tool) => [tool.name, describeTool(tool, call)]));
  try {
    return resolveProvider({ name: namespace, tools: all });
  } catch {
    return resolveProvider({
      name: namespace,
      tools: toRecord(
        tools.map((tool) => [tool.name, describeTool(withUsableSchemas(namespace, tool), call)]),
      ),
    });
  }
}

function describeTool(tool: McpTool, call: CallTool): ToolDescriptor {
  const { description, inputSchema, outputSchema, annotations } = tool;
  return {
    ...(description === undefined ? {} : { description }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(inputSchema === undefined ? {} : { inputSchema: withoutPatterns(inputSchema) }),
    ...(outputSchema === undefined
      ? {}
      : { outputSchema: envelopeSchema(withoutPatterns(outputSchema)) }),
    execute: (input, context) => call(tool, input, context),
  };
}

function withUsableSchemas(namespace: string, tool: McpTool): McpTool {
  const { inputSchema, outputSchema, ...rest } = tool;
  const usable = (schema: JsonSchema | undefined): boolean => {
    if (schema === undefined) return false;
    try {
      const descriptor = { inputSchema: withoutPatterns(schema), execute: () => undefined };
      resolveProvider({ name: namespace, tools: { probe: descriptor } });
      return true;
    } catch {
      return false;
    }
  };
  return {
    ...rest,
    ...(inputSchema !== undefined && usable(inputSchema) ? { inputSchema } : {}),
    ...(outputSchema !== undefined && usable(outputSchema) ? { outputSchema } : {}),
  };
}

/** Without a prototype: an upstream may call its tool `__proto__`. */
function toRecord<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const record: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) record[key] = value;
  return record;
}
