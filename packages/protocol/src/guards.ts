import { isKnownExecuteErrorCode } from "@execbox/core";
import type { DispatcherMessage, RunnerMessage } from "./messages.js";

/**
 * Whether `value` is a message a host may send. Extra fields are allowed and ignored:
 * newer peers may send them.
 */
export function isDispatcherMessage(value: unknown): value is DispatcherMessage {
  if (!isRecord(value)) return false;
  switch (value["type"]) {
    case "execute":
      return (
        isId(value["id"]) &&
        typeof value["code"] === "string" &&
        isRuntimeOptions(value["options"]) &&
        isListOf(value["providers"], isManifest) &&
        isOptional(value["language"], isLanguage) &&
        isOptional(value["catalogue"], isId) &&
        isOptional(value["live"], isBoolean) &&
        isOptional(value["module"], isModuleProgram)
      );
    case "cancel":
      return isId(value["id"]);
    case "pending":
      return isId(value["callId"]);
    case "tool_result":
      return isId(value["callId"]) && isOutcome(value);
    default:
      return false;
  }
}

/** Whether `value` is a message a runner may send. It may come from an enemy. */
export function isRunnerMessage(value: unknown): value is RunnerMessage {
  if (!isRecord(value)) return false;
  switch (value["type"]) {
    case "started":
      return (
        isId(value["id"]) &&
        isOptional(value["catalogues"], isBoolean) &&
        isOptional(value["modules"], isBoolean)
      );
    case "tool_call":
      return (
        isId(value["callId"]) &&
        isName(value["providerName"]) &&
        isName(value["safeToolName"]) &&
        isOptional(value["now"], isBoolean) &&
        isOptional(value["value"], isWireValue)
      );
    case "emit":
      return isId(value["id"]) && isEmit(value);
    case "done":
      return (
        isId(value["id"]) &&
        Number.isFinite(value["durationMs"]) &&
        isStrings(value["logs"]) &&
        isOptional(value["diagnostics"], isStrings) &&
        isOptional(value["memoryUsedBytes"], isLimit) &&
        isOutcome(value)
      );
    default:
      return false;
  }
}

// Own properties only matter where inherited ones could exist; frames are parsed JSON, and a
// transport that hands over other objects must make them plain.
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A list as JSON has them: every place filled, and nothing beside the places. Threads of one
 * process can hand over others; `every` would skip their holes, four billion of them if need be.
 */
function isListOf(value: unknown, guard: (item: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) if (!guard(value[index])) return false;
  return Object.keys(value).length === value.length;
}

function isOutcome(value: Record<string, unknown>): boolean {
  if (value["ok"] === true) return isOptional(value["value"], isWireValue);
  return value["ok"] === false && isWireError(value["error"]);
}

function isEmit(value: Record<string, unknown>): boolean {
  switch (value["kind"]) {
    case "log":
      return typeof value["line"] === "string";
    case "print":
      return (
        typeof value["level"] === "string" &&
        Number.isFinite(value["timestamp"]) &&
        isWireValue(value["value"])
      );
    case "report":
      return isWireValue(value["value"]);
    default:
      return false;
  }
}

function isWireValue(value: unknown): boolean {
  return (
    isRecord(value) && typeof value["text"] === "string" && isOptional(value["blobs"], isBlobs)
  );
}

function isModuleProgram(value: unknown): boolean {
  return (
    isRecord(value) &&
    isString(value["filename"]) &&
    isString(value["fn"]) &&
    isBoolean(value["console"]) &&
    isBoolean(value["report"]) &&
    isWireValue(value["values"]) &&
    isStrings(value["globals"]) &&
    isRecord(value["modules"]) &&
    Object.values(value["modules"]).every(isString) &&
    isRecord(value["imports"]) &&
    Object.values(value["imports"]).every(isStrings)
  );
}

function isWireError(value: unknown): boolean {
  return (
    isRecord(value) &&
    isKnownExecuteErrorCode(value["code"]) &&
    typeof value["message"] === "string" &&
    isOptional(value["line"], isPosition) &&
    isOptional(value["column"], isPosition) &&
    ["name", "stack", "filename", "specifier"].every((key) => isOptional(value[key], isString)) &&
    isOptional(value["link"], isBoolean)
  );
}

const RUNTIME_OPTIONS = [
  "timeoutMs",
  "memoryLimitBytes",
  "maxLogLines",
  "maxLogChars",
  "maxOpenCalls",
] as const;

function isRuntimeOptions(value: unknown): boolean {
  return isRecord(value) && RUNTIME_OPTIONS.every((name) => isOptional(value[name], isLimit));
}

function isManifest(value: unknown): boolean {
  return (
    isRecord(value) &&
    isName(value["name"]) &&
    isRecord(value["tools"]) &&
    Object.values(value["tools"]).every((tool) => isRecord(tool) && isName(tool["safeName"]))
  );
}

function isOptional(value: unknown, guard: (value: unknown) => boolean): boolean {
  return value === undefined || guard(value);
}

/** Identifiers are kept in maps for as long as a run lasts; a bound keeps them small. */
export const isId = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 256;
const isName = (value: unknown) =>
  typeof value === "string" && value.length > 0 && value.length <= 1_024;
// JSON has no Infinity, but 1e999 is read as it.
const isLimit = (value: unknown) => Number.isFinite(value) && (value as number) >= 0;
const isPosition = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;
const isString = (value: unknown) => typeof value === "string";
const isBoolean = (value: unknown) => typeof value === "boolean";
const isLanguage = (value: unknown) => value === "javascript" || value === "typescript";
const isStrings = (value: unknown) => isListOf(value, isString);
const isBlobs = (value: unknown) => isListOf(value, (blob) => blob instanceof Uint8Array);
