import {
  ArrayPrototype,
  getPrototypeOf,
  isArray,
  isFinite,
  keysOf,
  ObjectPrototype,
  SetCtor,
  setAdd,
  setSize,
  stringifyJson,
  textIndexOf,
  valuesOf,
} from "../primordials.ts";
import { MAX_DEPTH, TAG_TEXT } from "./format.ts";
import { isEngineSafe } from "./write.ts";

/**
 * The text of a value that is JSON as it stands, written by the engine; `undefined` for any
 * other. Getters run twice here: once to look, once to write. What changes in between can at
 * worst become other JSON of the same guest's.
 */
export function encodePlain(value: unknown): string | undefined {
  const looked: Looked = { seen: new SetCtor(), count: 0, deepest: 0 };
  if (!isPlain(value, 0, looked) || hasRepeats(looked)) return undefined;
  // Asked last: a getter may have spoiled it a moment ago.
  if (!isEngineSafe(looked.deepest)) return undefined;
  let text: string | undefined;
  try {
    text = stringifyJson(value);
  } catch {
    // It was JSON when it was looked at. The careful way reads everything once.
    return undefined;
  }
  // A string that is "$" alone is rare enough to go the careful way, too.
  return text === undefined || textIndexOf(text, TAG_TEXT, 0) >= 0 ? undefined : text;
}

/** The containers met so far; as many as there were meetings, unless one was met twice. */
interface Looked {
  seen: Set<object>;
  count: number;
  deepest: number;
}

function hasRepeats(looked: Looked): boolean {
  return setSize(looked.seen) !== looked.count;
}

/**
 * Repeats are looked for now and then only, and cycles end at the depth limit; so a value of a
 * few objects that refer to each other a billion times over is given up early all the same.
 */
const REPEAT_INTERVAL = 64;

function isPlain(value: unknown, depth: number, looked: Looked): boolean {
  const kind = typeof value;
  if (kind === "string" || kind === "boolean") return true;
  if (kind === "number") return isFinite(value) && (value !== 0 || 1 / (value as number) > 0);
  if (kind !== "object") return false;
  if (value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (depth > looked.deepest) looked.deepest = depth;
  setAdd(looked.seen, value as object);
  if (++looked.count % REPEAT_INTERVAL === 0 && hasRepeats(looked)) return false;
  return isArray(value)
    ? isPlainArray(value, depth + 1, looked)
    : isPlainObject(value as Record<string, unknown>, depth + 1, looked);
}

// Both loops pass over what is surely JSON without a call: calls are what QuickJS is slow at.

function isPlainObject(value: Record<string, unknown>, depth: number, looked: Looked): boolean {
  const prototype = getPrototypeOf(value);
  if (prototype !== ObjectPrototype && prototype !== null) return false;
  const keys = keysOf(value);
  const { length } = keys;
  for (let index = 0; index < length; index++) {
    const item = value[keys[index] as string];
    if (typeof item === "string") continue;
    if (typeof item === "number" && item - item === 0 && item !== 0) continue;
    if (!isPlain(item, depth, looked)) return false;
  }
  return true;
}

function isPlainArray(value: unknown[], depth: number, looked: Looked): boolean {
  if (getPrototypeOf(value) !== ArrayPrototype) return false;
  // One value for each index means no names beside them; a hole is found as `undefined`.
  // Seven times as fast as asking for the keys, each of which V8 would make a string of.
  const { length } = valuesOf(value);
  if (length !== value.length) return false;
  for (let index = 0; index < length; index++) {
    const item = value[index];
    if (typeof item === "string") continue;
    // Finite and not a zero of either sign.
    if (typeof item === "number" && item - item === 0 && item !== 0) continue;
    if (!isPlain(item, depth, looked)) return false;
  }
  return true;
}
