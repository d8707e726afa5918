import { isExecuteFailure, messageOf } from "./errors.js";
import { CANCELLED } from "./results.js";
import type {
  ResolvedToolProvider,
  ToolCall,
  ToolCallResult,
  ToolExecutionContext,
} from "./types.js";
import { describeUnserializable } from "./values.js";

/** The context a tool is called with. */
export function createExecutionContext(
  signal: AbortSignal,
  providerName: string,
  safeToolName: string,
  originalToolName: string,
): ToolExecutionContext {
  return { signal, providerName, safeToolName, originalToolName };
}

/**
 * The one door from a runner's request to a host function. It never rejects: whatever the
 * runner asked for and whatever the tool did becomes a `ToolCallResult`.
 */
export function createToolCallDispatcher(
  providers: readonly ResolvedToolProvider[],
  signal: AbortSignal,
): (call: ToolCall) => Promise<ToolCallResult> {
  const byName = new Map(providers.map((provider) => [provider.name, provider]));

  return async ({ providerName, safeToolName, input }) => {
    const tools = byName.get(providerName)?.tools;
    const tool = tools && Object.hasOwn(tools, safeToolName) ? tools[safeToolName] : undefined;
    if (tool === undefined) {
      return refuse("internal_error", `Unknown tool ${providerName}.${safeToolName}`);
    }
    if (signal.aborted) return refuse("timeout", CANCELLED);
    try {
      const result = await tool.execute(
        input,
        createExecutionContext(signal, providerName, tool.safeName, tool.originalName),
      );
      const fault = result === undefined ? undefined : describeUnserializable(result, "result");
      if (fault === undefined) return { ok: true, result };
      return refuse("serialization_error", `${providerName}.${safeToolName}: ${fault}`);
    } catch (thrown) {
      return refuse(isExecuteFailure(thrown) ? thrown.code : "tool_error", messageOf(thrown));
    }
  };
}

function refuse(
  code: Extract<ToolCallResult, { ok: false }>["error"]["code"],
  message: string,
): ToolCallResult {
  return { ok: false, error: { code, message } };
}
