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

/**
 * Extension, module runs only: a value as tagged JSON text and the bytes that the text refers to
 * by index. Threads pass the bytes as they are; pipes and sockets carry them as base64.
 */
export interface WireValue {
  text: string;
  blobs?: Uint8Array[];
}

/** Extension: the program of a module run; `code` of its `execute` is the entry module. */
export interface ModuleProgram {
  filename: string;
  /** Source by relative specifier. */
  modules: Record<string, string>;
  /** Names of exports by bare specifier. */
  imports: Record<string, string[]>;
  /** Names that are bound before the entry runs. */
  globals: string[];
  /** `{ imports, globals, args }`, as one value. */
  values: WireValue;
  /** The export that becomes the result. */
  fn: string;
  /** Whether the guest gets a `console` that reports to the host. */
  console: boolean;
  /** Whether the guest gets the built-in `report`. */
  report: boolean;
}

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
  /** Extension: makes this a module run. */
  module?: ModuleProgram;
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
  /** Extension, module runs: what a thrown error says of itself. */
  name?: string;
  stack?: string;
  /** Extension, module runs: the module that `line` and `column` are of. */
  filename?: string;
  /** Extension, module runs: the specifier that could not be linked. */
  specifier?: string;
  /** Extension, module runs: the graph could not be linked; nothing or only modules ran. */
  link?: boolean;
}

/** Answers one `tool_call`. A missing `result` means `undefined`. */
export type ToolResultMessage =
  | { type: "tool_result"; callId: string; ok: true; result?: unknown; value?: WireValue }
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
  /** Extension: the answer to an `execute` with `module`; without it the host takes no further part. */
  modules?: boolean;
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
  /** Extension, module runs: the arguments; `safeToolName` is then the number of a function. */
  value?: WireValue;
}

/**
 * Extension: something as it happens. A `log` line stands in `done.logs` again; what a module run
 * prints or reports comes this way only.
 */
export type EmitMessage = { type: "emit"; id: string } & (
  | { kind: "log"; line: string }
  | { kind: "print"; level: string; timestamp: number; value: WireValue }
  | { kind: "report"; value: WireValue }
);

interface DoneReport {
  type: "done";
  id: string;
  durationMs: number;
  logs: string[];
  /** Extension: what an author should know although it did not change the verdict. */
  diagnostics?: string[];
  /** Extension, module runs: the heap the guest held, as far as the engine can tell. */
  memoryUsedBytes?: number;
}

/** Ends an execution. A missing `result` of a success means `undefined`. */
export type DoneMessage = DoneReport &
  ({ ok: true; result?: unknown; value?: WireValue } | { ok: false; error: WireError });

/** What a runner sends. */
export type RunnerMessage = StartedMessage | ToolCallMessage | EmitMessage | DoneMessage;
