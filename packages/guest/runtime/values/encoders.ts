import {
  bufferLength,
  create,
  dateTime,
  hasOwn,
  isFinite,
  keysOf,
  mapForEach,
  record,
  regExpFlags,
  regExpSource,
  setForEach,
  sliceString,
  stackOf,
  typedBuffer,
  typedLength,
  typedName,
  typedOffset,
  unboxBigInt,
  unboxBoolean,
  unboxNumber,
  unboxString,
  viewBuffer,
  viewLength,
  viewOffset,
} from "../primordials.ts";
import { spendError, spendHoles, spendKeys, spendRegExp, weighKey } from "./budget.ts";
import type { Encoder } from "./encode.ts";
import { inertArray, type Node, tagged, VIEW_SIZES } from "./format.ts";
import { canonicalKeys, includesKey, isDense, isIndexKey } from "./keys.ts";

type Encode = (encoder: Encoder, value: never, depth: number) => Node;

const table = create(null) as Record<string, Encode | undefined>;

/** How each kind of object is written; a kind that is missing cannot cross. */
export const ENCODERS = table as Record<
  string,
  ((encoder: Encoder, value: object, depth: number) => Node) | undefined
>;

table["plain"] = (encoder, value: Record<string, unknown>, depth) => {
  const keys = canonicalKeys(keysOf(value));
  const escaped = includesKey(keys, "$");
  const bag = encodeProperties(encoder, value, keys, depth, escaped ? 2 : 1);
  return escaped ? tagged("object", bag) : bag;
};

table["array"] = (encoder, value: unknown[], depth) => {
  const keys = canonicalKeys(keysOf(value));
  const length: unknown = value.length;
  // Only a proxy has such a length.
  if (typeof length !== "number" || !(length >= 0 && length < 2 ** 32) || length % 1 !== 0) {
    return encoder.refuse(depth, "an array that changes while it is read cannot cross");
  }
  if (!isDense(keys, length)) return encodeSparse(encoder, value, keys, length, depth);
  const nodes = inertArray<Node>();
  for (let index = 0; index < length; index++) {
    encoder.steps[depth] = index;
    nodes[index] = encoder.node(value[index], depth + 1);
  }
  return nodes;
};

table["map"] = (encoder, value: Map<unknown, unknown>, depth) => {
  // Copied first: reading the items may run getters, which could add to the map for ever.
  const keys = inertArray<unknown>();
  const items = inertArray<unknown>();
  let count = 0;
  mapForEach(value, (item, key) => {
    keys[count] = key;
    items[count++] = item;
  });
  let weight = 0;
  for (let place = 0; place < count; place++) weight += weighKey(keys[place]);
  encoder.check(depth, spendKeys(encoder.budget, weight));
  const nodes = inertArray<Node>();
  encoder.steps[depth + 1] = undefined;
  for (let place = 0; place < count; place++) {
    const key = keys[place];
    encoder.steps[depth] = { list: "keys", place, key };
    nodes[2 * place] = encoder.node(key, depth + 2);
    encoder.steps[depth] = { list: "values", place, key };
    nodes[2 * place + 1] = encoder.node(items[place], depth + 2);
  }
  return tagged("map", nodes);
};

table["set"] = (encoder, value: Set<unknown>, depth) => {
  const items = inertArray<unknown>();
  let count = 0;
  let weight = 0;
  setForEach(value, (item) => {
    items[count++] = item;
    weight += weighKey(item);
  });
  encoder.check(depth, spendKeys(encoder.budget, weight));
  const nodes = inertArray<Node>();
  encoder.steps[depth + 1] = undefined;
  for (let place = 0; place < count; place++) {
    encoder.steps[depth] = { list: "values", place, key: undefined };
    nodes[place] = encoder.node(items[place], depth + 2);
  }
  return tagged("set", nodes);
};

table["date"] = (_encoder, value: object) => {
  const node = record<unknown>();
  const time = dateTime(value);
  node["$"] = "date";
  node["v"] = isFinite(time) ? time : null;
  return node;
};

table["regexp"] = (encoder, value: object, depth) => {
  const source = regExpSource(value);
  const flags = regExpFlags(value);
  encoder.check(depth, spendRegExp(encoder.budget, source, flags));
  const node = tagged("regexp", source);
  node["f"] = flags;
  return node;
};

table["buffer"] = (encoder, value: ArrayBuffer) => {
  const blob = encoder.blobs.add(value);
  encoder.blobs.takeWhole(value);
  return tagged("buffer", blob);
};

table["view"] = (encoder, value: object, depth) => {
  const name = typedName(value) ?? "DataView";
  const size = VIEW_SIZES[name];
  if (size === undefined) return encoder.refuse(depth, "a " + name + " cannot cross");
  const { buffer, offset, length } = readView(encoder, value, name !== "DataView", depth);
  const node = tagged("view");
  node["t"] = name;
  const known = encoder.mention(buffer);
  node["v"] =
    known === undefined ? tagged("buffer", encoder.blobs.add(buffer)) : tagged("ref", known);
  node["o"] = 0;
  node["n"] = length;
  encoder.blobs.takePart(buffer, offset, length, size, node);
  return node;
};

function readView(encoder: Encoder, value: object, isTyped: boolean, depth: number) {
  try {
    const buffer = (isTyped ? typedBuffer(value) : viewBuffer(value)) as ArrayBuffer;
    // Throws for a SharedArrayBuffer, and the DataView's readers for what is no longer there.
    bufferLength(buffer);
    const offset = isTyped ? typedOffset(value) : viewOffset(value);
    return { buffer, offset, length: isTyped ? typedLength(value) : viewLength(value) };
  } catch {
    return encoder.refuse(depth, "a view of shared or detached memory cannot cross; send a copy");
  }
}

const MAX_STACK = 16_384;

table["error"] = (encoder, value: Error, depth) => {
  encoder.check(depth, spendError(encoder.budget));
  const node = tagged("error");
  const name: unknown = value.name;
  const message: unknown = value.message;
  node["n"] = typeof name === "string" ? name : "Error";
  if (typeof message === "string" && (message !== "" || hasOwn(value, "message"))) {
    node["m"] = message;
  }
  if (encoder.options.stacks === true) {
    const stack = readStack(value);
    if (typeof stack === "string") node["s"] = sliceString(stack, 0, MAX_STACK);
  }
  if (hasOwn(value, "cause")) {
    encoder.steps[depth] = "cause";
    node["c"] = encoder.node(value.cause, depth + 1);
  }
  return node;
};

function readStack(value: Error): unknown {
  try {
    return stackOf(value);
  } catch {
    return undefined;
  }
}

table["boolean"] = (_encoder, value: object) => tagged("box", unboxBoolean(value));
table["string"] = (_encoder, value: object) => tagged("box", unboxString(value));
table["number"] = (encoder, value: object, depth) =>
  tagged("box", encoder.node(unboxNumber(value), depth));
table["bigint"] = (encoder, value: object, depth) =>
  tagged("box", encoder.node(unboxBigInt(value), depth));

table["function"] = (encoder, value: (...args: never[]) => unknown, depth) => {
  const keep = encoder.options.onFunction;
  if (keep === undefined) {
    return encoder.refuse(depth, "a function cannot cross; call it and send what it returns");
  }
  return tagged("fn", keep(value));
};

table["promise"] = (encoder, value: object, depth) => {
  const keep = encoder.options.onPromise;
  if (keep === undefined) return encoder.refuse(depth, "a promise cannot cross; await it first");
  return tagged("promise", keep(value));
};

function encodeSparse(
  encoder: Encoder,
  value: unknown[],
  keys: string[],
  length: number,
  depth: number,
): Node {
  let items = 0;
  while (items < keys.length && isIndexKey(keys[items] as string)) items++;
  encoder.check(depth, spendHoles(encoder.budget, length - items));
  const bag = value as unknown as Record<string, unknown>;
  const node = tagged("array");
  node["n"] = length;
  node["v"] = encodeProperties(encoder, bag, keys, depth, 2);
  return node;
}

function encodeProperties(
  encoder: Encoder,
  value: Record<string, unknown>,
  keys: string[],
  depth: number,
  levels: number,
): Record<PropertyKey, unknown> {
  const bag = record<unknown>();
  if (levels === 2) encoder.steps[depth + 1] = undefined;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    const item = value[key];
    // Gone since: a getter before it removed it. Or there already: a proxy named it twice.
    if ((item === undefined && !hasOwn(value, key)) || bag[key] !== undefined) continue;
    encoder.steps[depth] = key;
    bag[key] = encoder.node(item, depth + levels);
  }
  return bag;
}
