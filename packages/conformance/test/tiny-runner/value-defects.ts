/** Runners that change values on their way, or let values cross that must not. */
import type { Defect } from "./defect.js";
import { type Crossed, type Parts, right } from "./tiny-runner.js";

/** Replaces parts of values on their way out, both as inputs and as results. */
const mangling =
  (change: (value: unknown) => unknown): (() => Partial<Parts>) =>
  () => ({
    crossInput: (args) => mangle(right.crossInput(args), change),
    crossResult: (value) => mangle(right.crossResult(value), change),
  });

function mangle(crossed: Crossed, change: (value: unknown) => unknown): Crossed {
  if (!crossed.ok || !("json" in crossed)) return crossed;
  return { ok: true, json: walk(crossed.json, change) };
}

function walk(value: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(value);
  if (Array.isArray(changed)) return changed.map((item) => walk(item, change));
  if (typeof changed !== "object" || changed === null) return changed;
  return Object.fromEntries(
    Object.entries(changed).map(([key, item]) => [key, walk(item, change)]),
  );
}

/** Makes something of what is no JSON at all. */
function force(value: unknown, inside: readonly unknown[] = []): unknown {
  if (typeof value === "bigint") return String(value);
  if (inside.includes(value)) return "[cycle]";
  if (inside.length > 10 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => force(item, [...inside, value]));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || Object.getPrototypeOf(prototype) !== null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, force(item, [...inside, value])]),
  );
}

/** Defects of values, by name. */
export const valueDefects: Readonly<Record<string, Defect>> = {
  "undefined-as-null": {
    breaks: ["json.missing-result", "value.undefined"],
    parts: () => ({
      crossResult: (value) =>
        value === undefined ? { ok: true, json: null } : right.crossResult(value),
    }),
  },
  "null-as-zero": {
    breaks: ["tool.input-safe", "value.null", "value.plain-objects"],
    parts: mangling((value) => (value === null ? 0 : value)),
  },
  "booleans-as-numbers": {
    breaks: ["tool.input-safe", "transcript.success", "value.booleans"],
    parts: mangling((value) => (typeof value === "boolean" ? Number(value) : value)),
  },
  "numbers-as-integers": {
    breaks: ["tool.input-safe", "value.finite-numbers"],
    parts: mangling((value) => (typeof value === "number" ? Math.trunc(value) : value)),
  },
  "strings-as-ascii": {
    breaks: ["tool.input-safe", "value.strings"],
    parts: mangling((value) => (typeof value === "string" ? value.replace(/[^ -~]/g, "?") : value)),
  },
  "empty-arrays-as-null": {
    breaks: ["tool.input-safe", "value.arrays"],
    parts: mangling((value) => (Array.isArray(value) && value.length === 0 ? null : value)),
  },
  "empty-keys-lost": {
    breaks: ["tool.input-safe", "value.plain-objects"],
    parts: mangling((value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).filter(([key]) => key !== ""));
    }),
  },
  "results-forced": {
    breaks: ["value.bigint-rejected", "value.cycle-rejected"],
    parts: () => ({ crossResult: (value) => right.crossResult(force(value)) }),
  },
  "null-for-no-tool-result": {
    breaks: ["json.missing-tool-result"],
    parts: () => ({
      hear: (message, session) =>
        right.hear(
          message.type === "tool_result" ? { result: null, ...message } : message,
          session,
        ),
    }),
  },
  "long-results-lost": {
    breaks: ["done.result-safe", "session.same-channel", "value.strings"],
    parts: () => ({
      hear(message, session) {
        if (JSON.stringify(message).length < 100_000) right.hear(message, session);
      },
    }),
  },
};
