import {
  assertKnownKeys,
  assertRecord,
  describe,
  type SchemaSource,
  type ToolDescriptor,
} from "@execbox/core";
import type { ThreadState } from "./thread.js";
import { compileArgs, type ToolArgs } from "./tool-args.js";

/** What a tool answers: a result, or an error for the model to read. */
export type ToolResult<Result = unknown> =
  | { status: "success"; result: Result }
  | { status: "error"; error: string };

/** A tool as its author writes it. */
export interface ToolDefinition<Schema extends SchemaSource, Result> {
  /** What the tool does, for the model that decides whether to call it. */
  description: string;
  /** What callers must send: a Zod schema, another Standard Schema, or a JSON Schema. */
  args: Schema;
  /** Does the work, for one thread, with arguments that have passed the schema. */
  execute(
    state: ThreadState,
    args: ToolArgs<Schema>,
  ): ToolResult<Result> | Promise<ToolResult<Result>>;
}

/** A tool that checks what it is called with. */
export interface ThreadTool<Schema extends SchemaSource = SchemaSource, Result = unknown> {
  readonly description: string;
  readonly args: Schema;
  /**
   * Checks the arguments and does the work. Arguments that do not fit become a result with the
   * status `error`; what the tool itself throws is thrown.
   */
  execute(state: ThreadState, rawArgs: unknown): Promise<ToolResult<Result>>;
}

/**
 * Makes a tool of a description, a schema for its arguments and a function.
 *
 * @example
 * const evaluate = defineTool({
 *   description: "Evaluate an expression",
 *   args: z.object({ code: z.string() }),
 *   execute: async (state, { code }) => {
 *     const { status, result, error } = await state.runCode(`export default ${code}`);
 *     return status === "success"
 *       ? { status, result: JSON.stringify(result) }
 *       : { status: "error", error: error?.message ?? "run failed" };
 *   },
 * });
 * await evaluate.execute(state, { code: "6 * 7" }); // { status: "success", result: "42" }
 */
export function defineTool<const Schema extends SchemaSource, Result>(
  definition: ToolDefinition<Schema, Result>,
): ThreadTool<Schema, Result> {
  assertRecord("tool", definition);
  assertKnownKeys("tool", definition, ["description", "args", "execute"]);
  const { description, args: schema } = definition;
  if (typeof description !== "string" || description === "") {
    throw new TypeError(
      `tool.description must say what the tool does, got ${describe(description)}`,
    );
  }
  if (typeof definition.execute !== "function") {
    throw new TypeError(`tool.execute must be a function, got ${describe(definition.execute)}`);
  }
  if (schema === undefined) {
    throw new TypeError("tool.args must be a schema; for no arguments, { type: 'object' } will do");
  }
  const work: CheckedWork<Result> = definition;
  const check = compileArgs(schema);
  const tool: ThreadTool<Schema, Result> = Object.freeze({
    description,
    args: schema,
    async execute(state: ThreadState, rawArgs: unknown) {
      const checked = await check(rawArgs);
      if (!checked.ok) return { status: "error" as const, error: checked.error };
      return work.execute(state, checked.args);
    },
  });
  unchecked.set(tool, work);
  return tool;
}

/**
 * The tool as an entry of a `ToolProvider`, working for one thread: its results, of either
 * status, are what the guest gets.
 *
 * @example resolveProvider({ name: "thread", tools: { evaluate: toToolDescriptor(evaluate, state) } })
 */
export function toToolDescriptor<Schema extends SchemaSource, Result>(
  tool: ThreadTool<Schema, Result>,
  state: ThreadState,
): ToolDescriptor {
  const work = unchecked.get(tool);
  if (work === undefined) throw new TypeError("tool must be one that defineTool returned");
  return {
    description: tool.description,
    inputSchema: tool.args,
    execute: (args) => work.execute(state, args),
  };
}

/** The author's function, for arguments that have passed the schema. */
interface CheckedWork<Result> {
  execute(state: ThreadState, args: unknown): ToolResult<Result> | Promise<ToolResult<Result>>;
}

/**
 * Providers check arguments themselves. A second check would convert what is already converted,
 * so they call what is behind the first.
 */
const unchecked = new WeakMap<object, CheckedWork<unknown>>();
