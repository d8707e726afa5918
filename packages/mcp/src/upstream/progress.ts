import type {
  ResolvedToolDescriptor,
  ResolvedToolProvider,
  ToolExecutionContext,
} from "@execbox/core";
import { isObject } from "./shapes.js";

/** Gets a line whenever a tool reports progress. */
export type ProgressSink = (line: string) => void;

interface WatchedContext extends ToolExecutionContext {
  readonly onProgress: ProgressSink;
}

const MAX_MESSAGE_CHARS = 300;

/** What to do with the progress of the call that `context` belongs to. */
export function progressOf(
  context: ToolExecutionContext,
  label: string,
): ((progress: unknown) => void) | undefined {
  if (!isWatched(context)) return undefined;
  const { onProgress } = context;
  return (progress) => onProgress(`${label}: ${describeProgress(progress)}`);
}

/** The same tools for one run, whose progress goes to `sink`. */
export function watched(provider: ResolvedToolProvider, sink: ProgressSink): ResolvedToolProvider {
  const tools: Record<string, ResolvedToolDescriptor> = Object.create(null);
  for (const [name, tool] of Object.entries(provider.tools)) {
    tools[name] = {
      ...tool,
      execute: (input, context) => {
        const own: WatchedContext = { ...context, onProgress: sink };
        return tool.execute(input, own);
      },
    };
  }
  return {
    name: provider.name,
    tools,
    originalToSafeName: provider.originalToSafeName,
    safeToOriginalName: provider.safeToOriginalName,
    get types() {
      return provider.types;
    },
  };
}

function isWatched(context: ToolExecutionContext): context is WatchedContext {
  return "onProgress" in context && typeof context.onProgress === "function";
}

function describeProgress(given: unknown): string {
  if (!isObject(given)) return "working";
  const { progress, total, message } = given;
  const count = typeof progress === "number" ? String(progress) : "";
  const share = typeof total === "number" ? `${count}/${total}` : count;
  const words = typeof message === "string" ? message.slice(0, MAX_MESSAGE_CHARS) : "";
  return [share, words].filter((part) => part !== "").join(" ") || "working";
}
