/** Runners that say the wrong thing on the wire. */
import type { Defect } from "./defect.js";
import { type Crossed, type Failure, type Message, type Parts, right } from "./tiny-runner.js";

/** Changes messages of one type on their way out. */
const rewriting =
  (type: string, change: (message: Message) => Message | undefined): (() => Partial<Parts>) =>
  () => ({
    say(message, send) {
      const changed = message.type === type ? change(message) : message;
      if (changed !== undefined) send(changed);
    },
  });

/** Replaces the verdict on what a guest threw, where `wrong` has an opinion. */
const judging =
  (wrong: (error: unknown) => string | undefined): (() => Partial<Parts>) =>
  () => ({
    judge(error, trusted) {
      const fair = right.judge(error, trusted);
      const code = trusted === undefined ? wrong(error) : undefined;
      return code === undefined ? fair : { ...fair, code };
    },
  });

const isFailed = (message: Message) => message["ok"] === false;

const codeOf = (message: Message): unknown => Reflect.get(Object(message["error"]), "code");

/** What JSON makes of anything, as those do who do not look first. */
function sloppy(value: unknown): Crossed {
  try {
    const text = JSON.stringify(value);
    return text === undefined ? { ok: true } : { ok: true, json: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/** A text that can be looked into, whatever was thrown. */
function textOf(error: unknown): string {
  return right.judge(error, undefined).message ?? "";
}

/** Defects of what is on the wire, by name. */
export const defects: Readonly<Record<string, Defect>> = {
  none: { breaks: [], parts: () => ({}) },

  "double-done": {
    breaks: ["session.one-done"],
    parts: () => ({
      say(message, send) {
        send(message);
        if (message.type === "done") send(message);
      },
    }),
  },
  "no-started": {
    breaks: ["session.started-first"],
    parts: rewriting("started", () => undefined),
  },
  "late-started": {
    breaks: ["session.started-first"],
    parts() {
      let held: Message | undefined;
      return {
        say(message, send) {
          if (message.type === "started") {
            held = message;
            return;
          }
          // A message too late: it comes just before the done, or just behind the first call.
          if (held !== undefined && message.type === "done") send(held);
          send(message);
          if (held !== undefined && message.type === "tool_call") send(held);
          held = undefined;
        },
      };
    },
  },
  "started-twice": {
    breaks: ["session.started-first", "session.silent-after-done"],
    parts: () => ({
      say(message, send) {
        send(message);
        if (message.type === "done") send({ type: "started", id: message["id"] });
      },
    }),
  },
  "wrong-started-id": {
    breaks: ["input.id"],
    parts: rewriting("started", (message) => ({ ...message, id: "another" })),
  },
  "wrong-done-id": {
    breaks: ["done.id"],
    parts: rewriting("done", (message) => ({ ...message, id: "another" })),
  },
  "error-beside-result": {
    breaks: ["done.result-or-error"],
    parts: rewriting("done", (message) => {
      const error = { code: "internal_error", message: "nothing" };
      return isFailed(message) ? message : { ...message, error };
    }),
  },
  "result-beside-error": {
    breaks: ["done.result-or-error"],
    parts: rewriting("done", (message) =>
      isFailed(message) ? { ...message, result: null } : message,
    ),
  },
  "error-without-message": {
    breaks: ["json.error-required"],
    parts: rewriting("done", (message) => {
      return codeOf(message) === "runtime_error"
        ? { ...message, error: { code: "runtime_error" } }
        : message;
    }),
  },
  "unknown-code": {
    breaks: ["code.known-set", "session.second-execute"],
    parts: () => ({
      secondExecute: (message, session) =>
        session.refuse(message, { code: "busy", message: "busy" }),
    }),
  },
  "no-duration": {
    breaks: ["done.duration"],
    parts: rewriting("done", (message) => ({ ...message, durationMs: 0 })),
  },
  "no-logs-when-empty": {
    breaks: ["done.logs", "transcript.success", "transcript.cancellation"],
    parts: rewriting("done", ({ logs, ...message }) => {
      return Array.isArray(logs) && logs.length > 0 ? { ...message, logs } : message;
    }),
  },
  "console-on-the-wire": {
    // With it a guest writes messages.
    breaks: [
      "guest.cannot-speak",
      "runner.owns-console",
      "session.one-done",
      "session.only-messages",
    ],
    parts: () => ({
      log(line, session) {
        right.log(line, session);
        session.sendRaw(line);
      },
    }),
  },

  "second-execute-runs": {
    breaks: ["session.second-execute", "session.one-execution"],
    parts: () => ({ secondExecute: (message, session) => session.run(message) }),
  },
  "second-execute-ends-first": {
    breaks: ["session.first-survives-second"],
    parts: () => ({
      secondExecute(message, session) {
        right.secondExecute(message, session);
        session.close();
      },
    }),
  },

  "reused-call-id": {
    breaks: ["call.unique-id", "correlate.settled"],
    parts() {
      // One id for one call at a time; the next sequential call has it again.
      return {
        say(message, send, session) {
          if (message.type !== "tool_call" || session.pending.length > 1) return send(message);
          const [call] = session.pending;
          if (call !== undefined) call.callId = "the-call";
          send({ ...message, callId: "the-call" });
        },
      };
    },
  },
  "results-by-order": {
    breaks: ["correlate.call-id", "result.correlates", "tool.pending-promise"],
    parts: () => ({
      findCall: (callId, session) =>
        right.findCall(callId, session) === undefined ? undefined : session.pending[0],
    }),
  },
  "stray-results-settle": {
    breaks: ["correlate.settled"],
    parts: () => ({
      findCall: (callId, session) => right.findCall(callId, session) ?? session.pending[0],
    }),
  },
  "all-arguments": {
    breaks: ["tool.only-first-argument"],
    parts: () => ({
      crossInput: (args) => right.crossInput(args.length > 1 ? [Array.from(args)] : args),
    }),
  },
  "null-for-omitted": {
    breaks: ["json.missing-input"],
    parts: rewriting("tool_call", (message) => ({ input: null, ...message })),
  },
  "tool-by-original-name": {
    breaks: ["call.names"],
    parts: rewriting("tool_call", (message) => {
      return { ...message, safeToolName: String(message["safeToolName"]).replace("_", "-") };
    }),
  },
  "error-without-code": {
    breaks: ["result.code"],
    parts: () => ({ toError: ({ message }) => new Error(message) }),
  },
  "error-with-own-message": {
    breaks: ["result.message"],
    parts: () => ({
      toError: (failure) => right.toError({ ...failure, message: "a tool failed" }),
    }),
  },

  "inputs-unchecked": {
    breaks: ["value.bad-input-stays"],
    parts: () => ({ crossInput: ([input]) => sloppy(input) }),
  },
  "results-unchecked": {
    breaks: [
      "value.function-rejected",
      "value.infinity-rejected",
      "value.nan-rejected",
      "value.non-plain-rejected",
      "value.symbol-rejected",
    ],
    parts: () => ({ crossResult: sloppy }),
  },
  "refused-result-is-runtime-error": {
    breaks: ["value.bad-final-result"],
    parts: rewriting("done", (message) => {
      const error = { code: "runtime_error", message: "the result must be JSON" };
      const ours = codeOf(message) === "serialization_error" && hasWords(message, error.message);
      return ours ? { ...message, error } : message;
    }),
  },

  "lost-line": {
    breaks: ["log.one-line-per-call"],
    parts() {
      let lose = false;
      return {
        hear(message, session) {
          lose = message.type === "tool_result";
          right.hear(message, session);
        },
        log(line, session) {
          if (!lose) right.log(line, session);
          lose = false;
        },
      };
    },
  },
  "undefined-as-nothing": {
    breaks: ["log.undefined"],
    parts: () => ({ format: (value) => (value === undefined ? "" : right.format(value)) }),
  },
  "objects-by-string-conversion": {
    breaks: ["log.json"],
    parts: () => ({
      format: (value) => (Array.isArray(value) ? String(value) : right.format(value)),
    }),
  },
  "latest-lines": {
    breaks: ["log.truncate-lines-first", "log.truncated-returned"],
    parts: () => ({
      truncate: (lines, maxLines, maxChars) =>
        right.truncate(lines.slice(-maxLines), maxLines, maxChars),
    }),
  },
  "clipped-line-dropped": {
    breaks: ["log.clip-last-line", "log.truncated-returned"],
    parts: () => ({
      truncate(lines, maxLines, maxChars) {
        const kept = right.truncate(lines, maxLines, maxChars);
        return kept.filter((line, index) => line === lines[index]);
      },
    }),
  },
  "characters-per-line": {
    breaks: ["log.truncate-chars", "log.truncated-returned"],
    parts: () => ({
      truncate: (lines, maxLines, maxChars) =>
        lines.slice(0, maxLines).map((line) => line.slice(0, maxChars)),
    }),
  },
  "no-truncation": {
    breaks: [
      "input.options-applied",
      "log.clip-last-line",
      "log.truncate-chars",
      "log.truncate-lines-first",
      "log.truncated-returned",
    ],
    parts: () => ({ truncate: (lines) => lines }),
  },

  "codes-from-guests": {
    breaks: [
      "result.distinguishable",
      "verdict.memory-reserved",
      "verdict.text-proves-nothing",
      "verdict.timeout-reserved",
    ],
    parts: judging((error) => {
      try {
        const code: unknown = Reflect.get(Object(error), "code");
        return typeof code === "string" ? code : undefined;
      } catch {
        return undefined;
      }
    }),
  },
  "timeout-by-text": {
    breaks: ["verdict.text-proves-nothing", "verdict.timeout-reserved"],
    parts: judging((error) => (textOf(error).includes("timed out") ? "timeout" : undefined)),
  },
  "memory-by-text": {
    breaks: ["verdict.memory-reserved", "verdict.text-proves-nothing"],
    parts: judging((error) => (/out of memory/.test(textOf(error)) ? "memory_limit" : undefined)),
  },
  "trusted-by-text": {
    breaks: ["result.distinguishable", "verdict.text-proves-nothing"],
    parts: judging((error) =>
      textOf(error).includes("the host's own words") ? "tool_error" : undefined,
    ),
  },
  "trusted-code-lost": {
    breaks: ["value.bad-tool-result", "verdict.trusted-uncaught"],
    parts: () => ({
      judge: (error, trusted) =>
        trusted === undefined
          ? right.judge(error, undefined)
          : { ...trusted, code: "runtime_error" },
    }),
  },

  "cancel-ignored": {
    breaks: [
      "cancel.aborts",
      "cancel.before-calls",
      "cancel.during-call",
      "cancel.pending-rejects",
    ],
    parts: () => ({ cancelled: () => {} }),
  },
  "cancel-is-runtime-error": {
    breaks: ["cancel.timeout-shaped", "transcript.cancellation"],
    parts: () => ({
      cancelled: (session) => session.fail({ code: "runtime_error", message: "cancelled" }),
    }),
  },
  "cancel-of-any-id": {
    breaks: ["cancel.other-id"],
    parts: () => ({
      hear(message, session) {
        if (message.type === "cancel") session.parts.cancelled(session);
        else right.hear(message, session);
      },
    }),
  },
  "no-deadline": {
    breaks: ["input.options-applied", "log.returned", "session.one-done"],
    parts: () => ({
      hear(message, session) {
        const options = { ...Object(message["options"]), timeoutMs: 60_000 };
        right.hear(message.type === "execute" ? { ...message, options } : message, session);
      },
    }),
  },
};

function hasWords(message: Message, words: string): boolean {
  const failure = message["error"] as Failure | undefined;
  return failure?.message === words;
}
