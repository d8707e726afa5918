import {
  ArrayPrototype,
  getPrototypeOf,
  hasOwn,
  isArray,
  isFinite,
  keysOf,
  ObjectPrototype,
  record,
  sliceString,
  stringifyJson,
  valuesOf,
} from "./primordials.ts";
import { renderStep } from "./values/path.ts";

/** The same bound the host has; see `MAX_VALUE_DEPTH` in core. */
const MAX_DEPTH = 500;

/** The longest text that crosses: a frame of 32 Mi characters, less what goes around a value. */
export const MAX_CHARS = 32 * 1024 * 1024 - 65_536;

/** A value that cannot cross, with the sentence that says why. */
export interface Refusal {
  refused: string;
}

/**
 * Renders a value as strict JSON: what is not JSON is refused with its path instead of being
 * bent into shape. `undefined` alone stands for itself.
 */
export function encode(value: unknown, root: string): string | undefined | Refusal {
  if (value === undefined) return undefined;
  // The engine's writer is fast, and would call a guest's `toJSON`; even looking for one on these
  // two prototypes could run a getter of the guest's.
  sawToJson = prototypesHaveToJson();
  if (!isJson(value, 0)) return { refused: findFault(value, root, 0, record()) };
  const text = sawToJson ? write(value) : stringifyJson(value);
  if (typeof text !== "string") return { refused: root + " changes while it is read" };
  if (text.length <= MAX_CHARS) return text;
  return {
    refused:
      root + " is " + text.length + " characters of JSON; at most " + MAX_CHARS + " can cross",
  };
}

/** The JSON of a value for a reader, as lenient as the engine; `undefined` for what has none. */
export function toJsonText(value: unknown): string | undefined {
  sawToJson = prototypesHaveToJson();
  return sawToJson && isJson(value, 0) ? write(value) : stringifyJson(value);
}

function prototypesHaveToJson(): boolean {
  return hasOwn(ObjectPrototype, "toJSON") || hasOwn(ArrayPrototype, "toJSON");
}

let sawToJson = false;

/**
 * Whether a value is JSON as it stands. Written for speed: it visits every value that crosses, so
 * leaves are judged in the loop of their parent, and finite numbers by arithmetic. Cycles end at
 * the depth limit on their first lap; no bookkeeping is needed to find them.
 */
function isJson(value: unknown, depth: number): boolean {
  if (typeof value !== "object") return isLeaf(value);
  if (value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (!sawToJson && (value as { toJSON?: unknown }).toJSON !== undefined) sawToJson = true;
  if (isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (typeof item === "object" ? !isJson(item, depth + 1) : !isLeaf(item)) return false;
    }
    return true;
  }
  const prototype = getPrototypeOf(value);
  if (prototype !== ObjectPrototype && prototype !== null) return false;
  // Without their names: looking each up again would take longer than everything else here.
  const items = valuesOf(value);
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const kind = typeof item;
    if (kind === "string" || kind === "boolean" || kind === "undefined") continue;
    if (kind === "number") {
      // Infinity and NaN are the numbers of which this is not 0.
      if ((item as number) - (item as number) !== 0) return false;
    } else if (kind !== "object" || !isJson(item, depth + 1)) return false;
  }
  return true;
}

function isLeaf(value: unknown): boolean {
  const kind = typeof value;
  if (kind === "number") return (value as number) - (value as number) === 0;
  return kind === "string" || kind === "boolean";
}

/** `JSON.stringify` for a value known to be JSON, without asking any prototype. */
function write(value: unknown): string {
  if (typeof value !== "object" || value === null) return stringifyJson(value) as string;
  let text = "";
  if (isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      text += (index === 0 ? "" : ",") + write(value[index]);
    }
    return "[" + text + "]";
  }
  const keys = keysOf(value);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    const item = (value as Record<string, unknown>)[key];
    if (item === undefined) continue;
    text += (text === "" ? "" : ",") + stringifyJson(key) + ":" + write(item);
  }
  return "{" + text + "}";
}

function findFault(
  value: unknown,
  path: string,
  depth: number,
  ancestors: Record<PropertyKey, unknown>,
): string {
  const type = typeof value;
  if (type === "string" || type === "boolean" || value === null) return "";
  if (type === "number") {
    return isFinite(value) ? "" : path + " is " + (value as number) + ", which JSON cannot hold";
  }
  if (type === "bigint") return path + " is a bigint; send it as a string or a number";
  if (type === "undefined") return path + " is undefined; use null";
  if (type !== "object") return path + " is a " + type + ", which cannot cross";
  for (let level = 0; level < depth; level++) {
    if (ancestors[level] === value) return path + " refers back to a value that contains it";
  }
  if (depth >= MAX_DEPTH) {
    return sliceString(path, 0, 40) + "... is nested deeper than " + MAX_DEPTH + " levels";
  }
  ancestors[depth] = value;
  if (isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = findFault(value[index], path + renderStep(index), depth + 1, ancestors);
      if (fault !== "") return fault;
    }
    return "";
  }
  const prototype = getPrototypeOf(value as object);
  if (prototype !== ObjectPrototype && prototype !== null) {
    return path + " is " + classOf(prototype) + "; send a plain object";
  }
  const keys = keysOf(value as object);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    const item = (value as Record<string, unknown>)[key];
    if (item === undefined) continue;
    const fault = findFault(item, path + renderStep(key), depth + 1, ancestors);
    if (fault !== "") return fault;
  }
  return "";
}

function classOf(prototype: object): string {
  const maker = (prototype as { constructor?: { name?: unknown } }).constructor;
  const name = maker?.name;
  return typeof name === "string" && name !== "" ? "an instance of " + name : "not a plain object";
}
