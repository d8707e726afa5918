/**
 * Everything that crosses the line between host and runner. Read this page first: it is the
 * whole wire. Values are plain JSON; each transport does its own framing.
 *
 *     host                                   runner
 *      | -- execute -------------------------> |
 *      | <------------------------- started -- |
 *      | <----------------------- tool_call -- |   zero or more, any number open at once
 *      | -- tool_result ---------------------> |   exactly one per call
 *      | -- pending -------------------------> |   before it, for a `now` call that takes time
 *      | <---------------------------- emit -- |   only when the host asked for live lines
 *      | -- cancel --------------------------> |   at any time
 *      | <---------------------------- done -- |   exactly one, and the last
 *
 * Fields marked "extension" are optional on both sides: a runner that knows none works.
 */
import type {
  ExecuteErrorCode,
  ExecutorRuntimeOptions,
  GuestLanguage,
  ProviderManifest,
} from "@execbox/core";

/** Starts an execution. */
export interface ExecuteMessage {
  type: "execute";
  id: string;
  /** The author's text, as it was given to `execute()`; the runner normalises it. */
  code: string;
  options: ExecutorRuntimeOptions;
  /** Empty when `catalogue` names one that this link has carried before. */
  providers: ProviderManifest[];
  /** Extension: the language of `code`. */
  language?: GuestLanguage;
  /** Extension: a digest of the manifests, under which the runner may keep them. */
  catalogue?: string;
  /** Extension: asks for an `emit` per console line. */
  live?: boolean;
}

/** Ends an execution early. */
export interface CancelMessage {
  type: "cancel";
  id: string;
}

/** An error in the words of the host; the only kind of error that crosses. */
export interface WireError {
  code: ExecuteErrorCode;
  message: string;
  /** Extension: 1-based line in the author's text. */
  line?: number;
  /** Extension: 1-based column in the author's text. */
  column?: number;
}

/** Answers one `tool_call`. A missing `result` means `undefined`. */
export type ToolResultMessage =
  | { type: "tool_result"; callId: string; ok: true; result?: unknown }
  | { type: "tool_result"; callId: string; ok: false; error: WireError };

/** Extension: the answer to a `now` call whose tool has not finished; its result will follow. */
export interface PendingMessage {
  type: "pending";
  callId: string;
}

/** What a host sends. */
export type DispatcherMessage = ExecuteMessage | CancelMessage | ToolResultMessage | PendingMessage;

/** Says that the runner has taken the execution. */
export interface StartedMessage {
  type: "started";
  id: string;
  /** Extension: the runner keeps manifests under the digest of `execute.catalogue`. */
  catalogues?: boolean;
}

/** Asks the host to call a tool. A missing `input` means `undefined`. */
export interface ToolCallMessage {
  type: "tool_call";
  callId: string;
  providerName: string;
  safeToolName: string;
  input?: unknown;
  /** Extension: the guest stands still until it hears `tool_result` or `pending`. */
  now?: boolean;
}

/** Extension: a console line as it happens. `done.logs` holds it again. */
export interface EmitMessage {
  type: "emit";
  id: string;
  kind: "log";
  line: string;
}

interface DoneReport {
  type: "done";
  id: string;
  durationMs: number;
  logs: string[];
  /** Extension: what an author should know although it did not change the verdict. */
  diagnostics?: string[];
}

/** Ends an execution. A missing `result` of a success means `undefined`. */
export type DoneMessage = DoneReport &
  ({ ok: true; result?: unknown } | { ok: false; error: WireError });

/** What a runner sends. */
export type RunnerMessage = StartedMessage | ToolCallMessage | EmitMessage | DoneMessage;
