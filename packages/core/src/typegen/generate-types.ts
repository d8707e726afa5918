import { assertValidIdentifier } from "../identifiers.js";
import { assignSafeNames } from "../provider/safe-names.js";
import { inputMayBeOmitted } from "../schema/missing-input.js";
import type { JsonSchema } from "../types.js";
import { pascalCase } from "./alias-names.js";
import { toolComment } from "./comments.js";
import { writeType } from "./type-writer.js";

/** What the declarations of a tool are made of. */
export interface DeclaredTool {
  readonly description?: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** How declarations may differ from the plain form. */
export interface DeclarationOptions {
  /** Names what a call resolves to, given the type of the tool's output (`unknown` without one). */
  readonly resultType?: (output: string) => string;
}

/**
 * TypeScript declarations of a namespace of tools, compact enough to put before a model.
 * They compile under `tsc --strict` whatever the schemas, names and descriptions contain;
 * what TypeScript cannot express is left to comments or becomes `unknown`.
 *
 * @example
 * generateTypesFromJsonSchema("clock", { now: { outputSchema: { type: "string" } } });
 * // declare namespace clock {
 * //   function now(input?: unknown): Promise<string>;
 * // }
 */
export function generateTypesFromJsonSchema(
  name: string,
  tools: Readonly<Record<string, DeclaredTool>>,
  options: DeclarationOptions = {},
): string {
  assertValidIdentifier(name, "name");
  const aliases = new Map<string, string>();
  const declarations: string[] = [];
  const safeNames = assignSafeNames(Object.keys(tools));
  for (const [key, tool] of Object.entries(tools)) {
    declarations.push(declareTool(safeNames.get(key) ?? key, tool, aliases, options));
  }
  const body = [...declareAliases(aliases), ...declarations];
  if (body.length === 0) return `declare namespace ${name} {}`;
  return `declare namespace ${name} {\n${body.map(indent).join("\n")}\n}`;
}

/**
 * The declaration of one tool, as it stands inside its namespace, after the named types it
 * needs. For answers to "which tool does X?".
 */
export function generateToolDeclaration(
  name: string,
  tool: DeclaredTool,
  options: DeclarationOptions = {},
): string {
  const aliases = new Map<string, string>();
  const [[, safeName = name] = []] = assignSafeNames([name]);
  const declaration = declareTool(safeName, tool, aliases, options);
  return [...declareAliases(aliases), declaration].join("\n");
}

/** Adds the named types the tool needs to `aliases`. */
function declareTool(
  name: string,
  tool: DeclaredTool,
  aliases: Map<string, string>,
  { resultType = (type) => type }: DeclarationOptions,
): string {
  const { description, inputSchema, outputSchema } = tool;
  const input = inputSchema === undefined ? "unknown" : typeOf(inputSchema, name, "Input", aliases);
  const output =
    outputSchema === undefined ? "unknown" : typeOf(outputSchema, name, "Output", aliases);
  const isOptional = inputSchema === undefined || inputMayBeOmitted(inputSchema);
  return (
    `${toolComment(description)}function ${name}(input${isOptional ? "?" : ""}: ${input}): ` +
    `Promise<${resultType(output)}>;`
  );
}

/**
 * Tools share a named type when it is the same in both; where two tools mean different things
 * by one name, the later tool's types carry the tool's name.
 */
function typeOf(
  schema: JsonSchema,
  toolName: string,
  side: "Input" | "Output",
  aliases: Map<string, string>,
): string {
  const own = `${pascalCase(toolName)}${side}`;
  for (let attempt = 0; ; attempt++) {
    const number = attempt > 1 ? String(attempt) : "";
    const written = writeType(schema, own + number, attempt === 0 ? "" : own + number);
    const entries = [...written.aliases];
    if (entries.some(([name, text]) => (aliases.get(name) ?? text) !== text)) continue;
    for (const [name, text] of entries) aliases.set(name, text);
    return written.text;
  }
}

function declareAliases(aliases: ReadonlyMap<string, string>): string[] {
  return [...aliases].map(([name, text]) => `type ${name} = ${text};`);
}

function indent(declaration: string): string {
  return `  ${declaration.replaceAll("\n", "\n  ")}`;
}
