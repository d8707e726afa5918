import type { SchemaSource } from "../schema/normalize-schema.js";
import type { ToolAnnotations, ToolExecutionContext } from "../types.js";

/** One host function offered to guests, as its author writes it. */
export interface ToolDescriptor {
  /** What the tool does, for the model that decides whether to call it. */
  description?: string;
  /** What guests must send. Without it the tool gets whatever they send. */
  inputSchema?: SchemaSource;
  /** What the tool promises to return. Without it any JSON goes. */
  outputSchema?: SchemaSource;
  /** Hints about the tool's behaviour, as MCP defines them. */
  annotations?: ToolAnnotations;
  /**
   * Does the work. The input has passed `inputSchema`; the result must be JSON or `undefined`.
   * Of an error it throws the guest learns the message and nothing else.
   */
  execute(input: unknown, context: ToolExecutionContext): unknown;
}

/** A named set of tools. Guests see it as one global object: `github.create_issue(...)`. */
export interface ToolProvider {
  /** The guest's name for the set: a JavaScript identifier. Default `codemode`. */
  name?: string;
  /** The tools by their original names, which need not be identifiers. */
  tools: Record<string, ToolDescriptor>;
  /** TypeScript declarations to show instead of the generated ones. */
  types?: string;
}
