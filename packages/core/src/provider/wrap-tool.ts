import { ExecuteFailure, isExecuteFailure, messageOf } from "../errors.js";
import { CANCELLED } from "../results.js";
import { missingInput } from "../schema/missing-input.js";
import type { NormalizedSchema } from "../schema/normalize-schema.js";
import type { ResolvedToolDescriptor, ToolExecutionContext } from "../types.js";
import { describeUnserializable } from "../values.js";
import type { ToolDescriptor } from "./tool-provider.js";

/** What the wrapper needs to know of a tool. */
export interface ToolParts {
  /** How messages call the tool: `github.create_issue`, the name the guest used. */
  readonly label: string;
  readonly input: NormalizedSchema | undefined;
  readonly output: NormalizedSchema | undefined;
  readonly execute: ToolDescriptor["execute"];
}

/**
 * The function an executor calls: checks the input, runs the tool, checks the output. Whatever
 * happens in between, it throws nothing but an `ExecuteFailure`.
 */
export function wrapTool(tool: ToolParts): ResolvedToolDescriptor["execute"] {
  return async (input, context) => {
    try {
      if (context.signal.aborted) throw new ExecuteFailure("timeout", CANCELLED);
      const accepted = await acceptInput(tool, input);
      return await acceptOutput(tool, await tool.execute(accepted, context));
    } catch (thrown) {
      throw toFailure(thrown, tool.label, context);
    }
  };
}

function acceptInput({ label, input: schema }: ToolParts, given: unknown): unknown {
  if (schema === undefined) return given;
  const value = given === undefined ? missingInput(schema.jsonSchema) : given;
  return accept(schema, value, `Invalid input for ${label}`);
}

/** A library's schema may turn what JSON cannot hold into what it can, so it is asked first. */
async function acceptOutput({ label, output: schema }: ToolParts, result: unknown) {
  if (schema === undefined || !schema.converts) assertJson(result, label);
  if (schema === undefined) return result;
  const accepted = await accept(schema, result, `Invalid output from ${label}`);
  if (schema.converts) assertJson(accepted, label);
  return accepted;
}

async function accept(schema: NormalizedSchema, value: unknown, prefix: string): Promise<unknown> {
  const parsed = await schema.parse(value);
  if (parsed.ok) return parsed.value;
  throw new ExecuteFailure("validation_error", `${prefix}: ${parsed.problems}`);
}

function assertJson(result: unknown, label: string): void {
  const fault = result === undefined ? undefined : describeUnserializable(result, "result");
  if (fault !== undefined) throw new ExecuteFailure("serialization_error", `${label}: ${fault}`);
}

/** Longer messages are no messages; they would fill the context of the model that reads them. */
const MAX_MESSAGE_CHARS = 4_000;

/** Only the message of a host error crosses: stacks, causes and other members may hold secrets. */
function toFailure(thrown: unknown, label: string, { signal }: ToolExecutionContext) {
  if (isExecuteFailure(thrown)) return thrown;
  // The run is over and its verdict known; what a tool says while it is torn down is no news.
  if (signal.aborted) return new ExecuteFailure("timeout", CANCELLED);
  const message = messageOf(thrown).slice(0, MAX_MESSAGE_CHARS);
  const isEmpty = message === "" || message.startsWith("[object ");
  return new ExecuteFailure("tool_error", isEmpty ? `${label} failed without a message` : message);
}
