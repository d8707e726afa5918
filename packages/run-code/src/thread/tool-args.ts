import {
  createExecutionContext,
  isExecuteFailure,
  messageOf,
  type ResolvedToolDescriptor,
  resolveProvider,
  type SchemaSource,
  type StandardSchema,
  type ToolDescriptor,
} from "@execbox/core";

/**
 * What a schema lets through, as a type: what the schema's library says it returns. A JSON
 * Schema says nothing to the compiler; name the type in `execute`'s own parameters.
 */
export type ToolArgs<Schema> = Schema extends { readonly "~standard": { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer Output }
    ? Output
    : unknown
  : Schema extends { readonly [field: string]: StandardSchema }
    ? { [Field in keyof Schema]: ToolArgs<Schema[Field]> }
    : unknown;

/** Arguments that fit, as the schema returned them, or one line that says why they do not. */
export type CheckedArgs = { ok: true; args: unknown } | { ok: false; error: string };

/**
 * Compiles a tool's schema. The provider of one tool makes sure that a tool called directly and
 * one called through an executor judge arguments by the same rules and with the same words.
 */
export function compileArgs(schema: SchemaSource): (raw: unknown) => Promise<CheckedArgs> {
  // A schema may turn JSON into what is not, such as a Date: results that must be JSON are no
  // way out for it, so the tool leaves what it got under the context of its call.
  const accepted = new WeakMap<object, unknown>();
  const tool = resolveOnly({
    inputSchema: schema,
    execute: (args, context) => {
      accepted.set(context, args);
    },
  });
  return async (raw) => {
    const { signal } = new AbortController();
    const context = createExecutionContext(signal, "tool", tool.safeName, tool.originalName);
    try {
      await tool.execute(raw, context);
      return { ok: true, args: accepted.get(context) };
    } catch (thrown) {
      if (!isExecuteFailure(thrown) || thrown.code !== "validation_error") throw thrown;
      return { ok: false, error: thrown.message };
    }
  };
}

function resolveOnly(tool: ToolDescriptor): ResolvedToolDescriptor {
  try {
    const resolved = resolveProvider({ name: "tool", tools: { args: tool } }).tools["args"];
    if (resolved !== undefined) return resolved;
  } catch (thrown) {
    // The author of a tool has written no provider; name the key that is theirs.
    const message = messageOf(thrown).replaceAll("provider.tools.args.inputSchema", "tool.args");
    throw new TypeError(message, { cause: thrown });
  }
  throw new TypeError("tool.args must be a schema");
}
