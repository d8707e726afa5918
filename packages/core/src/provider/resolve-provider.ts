import { type NormalizedSchema, normalizeSchema } from "../schema/normalize-schema.js";
import { generateTypesFromJsonSchema } from "../typegen/generate-types.js";
import type { ResolvedToolDescriptor, ResolvedToolProvider } from "../types.js";
import { type CheckedTool, checkProvider } from "./check-provider.js";
import { assignSafeNames } from "./safe-names.js";
import type { ToolProvider } from "./tool-provider.js";
import { wrapTool } from "./wrap-tool.js";

/**
 * Turns a provider as its author wrote it into one that executors can trust: names that are
 * identifiers, schemas compiled, tools that throw nothing but `ExecuteFailure` and return
 * nothing but JSON, and TypeScript declarations for the model that will write the code.
 *
 * Throws a `TypeError` that names the key and the remedy for anything wrong with the provider.
 *
 * @example
 * const github = resolveProvider({
 *   name: "github",
 *   tools: {
 *     "create-issue": {
 *       description: "Creates an issue.",
 *       inputSchema: { type: "object", properties: { title: { type: "string" } } },
 *       execute: ({ title }: { title?: string }) => api.createIssue(title),
 *     },
 *   },
 * });
 * github.safeToOriginalName.create_issue; // "create-issue"
 */
export function resolveProvider(provider: ToolProvider): ResolvedToolProvider {
  const { name, tools: checkedTools, types: givenTypes } = checkProvider(provider);
  const safeNames = assignSafeNames(checkedTools.map(([originalName]) => originalName));
  const tools = emptyMap<ResolvedToolDescriptor>();
  const originalToSafeName = emptyMap<string>();
  const safeToOriginalName = emptyMap<string>();
  for (const [originalName, tool] of checkedTools) {
    const safeName = safeNames.get(originalName) ?? originalName;
    tools[safeName] = resolveTool(name, safeName, originalName, tool);
    originalToSafeName[originalName] = safeName;
    safeToOriginalName[safeName] = originalName;
  }
  let types = givenTypes;
  return Object.freeze({
    name,
    tools: Object.freeze(tools),
    // Made when first read: runs need no types, and a large catalogue's take a while.
    get types() {
      types ??= generateTypesFromJsonSchema(name, tools);
      return types;
    },
    originalToSafeName: Object.freeze(originalToSafeName),
    safeToOriginalName: Object.freeze(safeToOriginalName),
  });
}

function resolveTool(
  namespace: string,
  safeName: string,
  originalName: string,
  tool: CheckedTool,
): ResolvedToolDescriptor {
  const { where, description, annotations, execute } = tool;
  const input = normalize(tool.inputSchema, `${where}.inputSchema`, "input");
  const output = normalize(tool.outputSchema, `${where}.outputSchema`, "output");
  return Object.freeze({
    safeName,
    originalName,
    ...(description === undefined ? {} : { description }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(input === undefined ? {} : { inputSchema: input.jsonSchema }),
    ...(output === undefined ? {} : { outputSchema: output.jsonSchema }),
    execute: wrapTool({ label: `${namespace}.${safeName}`, input, output, execute }),
  });
}

function normalize(
  source: unknown,
  where: string,
  side: "input" | "output",
): NormalizedSchema | undefined {
  return source === undefined ? undefined : normalizeSchema(source, where, side);
}

/** A map without a prototype: tools may be called `__proto__` or `toString`. */
function emptyMap<T>(): Record<string, T> {
  return Object.create(null);
}
