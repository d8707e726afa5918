import { CANCELLED, ExecuteFailure } from "@execbox/core";
import type { ContentBlock } from "../answer/content-blocks.js";
import { readContentBlocks } from "../answer/content-blocks.js";
import {
  isConnectionError,
  isObject,
  type McpClientLike,
  NO_SDK_TIMEOUT,
  requestCall,
  upstreamMessage,
} from "./shapes.js";

/** What a wrapped tool resolves to in the guest: MCP's own envelope of a successful call. */
export interface CallToolEnvelope {
  content: ContentBlock[];
  structuredContent?: unknown;
}

/** One call to an upstream tool. */
export interface UpstreamCall {
  /** How messages call the tool: `files.read_file`. */
  readonly label: string;
  readonly name: string;
  readonly input: unknown;
  /** Aborted when the run that asked is over; the upstream is told. */
  readonly signal: AbortSignal;
  /** How long the upstream may be silent. Progress counts as a sign of life. */
  readonly timeoutMs: number;
  readonly onProgress?: ((progress: unknown) => void) | undefined;
}

/** The connection failed under a call; whether the call happened nobody knows. */
export class LostConnection extends Error {
  override readonly name = "LostConnection";
}

/** Results above this say nothing to a model and fill the sandbox; the tool must be asked for less. */
const MAX_RESULT_CHARS = 24 * 1024 * 1024;
const MAX_MESSAGE_CHARS = 4_000;

/**
 * Calls a tool upstream and waits for its answer, the end of the run, or too long a silence; in
 * the last two cases the upstream gets `notifications/cancelled`. A result with `isError` throws
 * `tool_error` with the upstream's text.
 */
export async function callUpstream(
  client: McpClientLike,
  call: UpstreamCall,
): Promise<CallToolEnvelope> {
  const { label, name, input, signal, timeoutMs } = call;
  const patience = new AbortController();
  let timer = setTimeout(giveUp, timeoutMs);
  function giveUp(): void {
    patience.abort();
  }
  const onprogress = (progress: unknown): void => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, timeoutMs);
    call.onProgress?.(progress);
  };
  try {
    const answer = await requestCall(
      client,
      { name, arguments: isObject(input) ? input : {} },
      { signal: AbortSignal.any([signal, patience.signal]), timeout: NO_SDK_TIMEOUT, onprogress },
    );
    return readAnswer(answer, label);
  } catch (error) {
    if (error instanceof ExecuteFailure) throw error;
    if (signal.aborted) throw new ExecuteFailure("timeout", CANCELLED);
    if (patience.signal.aborted) {
      throw new ExecuteFailure(
        "timeout",
        `${label} gave no answer for ${Math.round(timeoutMs / 100) / 10} s; the call was cancelled`,
      );
    }
    const message = upstreamMessage(error).slice(0, MAX_MESSAGE_CHARS);
    if (isConnectionError(error)) throw new LostConnection(message);
    throw new ExecuteFailure("tool_error", `${label}: ${message}`);
  } finally {
    clearTimeout(timer);
  }
}

function readAnswer(answer: unknown, label: string): CallToolEnvelope {
  if (!isObject(answer)) throw new ExecuteFailure("tool_error", `${label} answered with no result`);
  if (sizeOf(answer, MAX_RESULT_CHARS) > MAX_RESULT_CHARS) {
    throw new ExecuteFailure(
      "tool_error",
      `${label} returned more than ${MAX_RESULT_CHARS / 1024 / 1024} MiB; ask it for less: a page, a range, fewer fields`,
    );
  }
  const content = readContentBlocks(answer["content"]);
  if (answer["isError"] === true) {
    throw new ExecuteFailure("tool_error", errorText(content, answer["structuredContent"], label));
  }
  const { structuredContent } = answer;
  return structuredContent === undefined ? { content } : { content, structuredContent };
}

function errorText(content: readonly ContentBlock[], structured: unknown, label: string): string {
  const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const text =
    texts.join("\n").trim() || (structured === undefined ? "" : JSON.stringify(structured));
  return text === "" ? `${label} failed without a message` : text.slice(0, MAX_MESSAGE_CHARS);
}

/** The characters of all strings in a value, or a number above `limit` once that is certain. */
function sizeOf(value: unknown, limit: number): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && size <= limit) {
    const item = open.pop();
    if (typeof item === "string") size += item.length;
    else if (typeof item === "object" && item !== null) {
      size += 2;
      for (const [key, member] of Object.entries(item)) {
        size += key.length;
        open.push(member);
      }
    } else size += 4;
  }
  return size;
}
