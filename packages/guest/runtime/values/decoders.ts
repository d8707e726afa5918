import {
  bigIntOf,
  boxOf,
  create,
  DateCtor,
  define,
  ErrorCtor,
  HIDDEN,
  hasOwn,
  isArray,
  isInteger,
  keysOf,
  MapCtor,
  mapSet,
  PLAIN,
  RegExpCtor,
  SetCtor,
  setAdd,
  sliceString,
  textIndexOf,
} from "../primordials.ts";
import { makeView } from "./blob-reader.ts";
import { spendError, spendHoles, spendKeys, spendRegExp, weighKey } from "./budget.ts";
import type { Decoder } from "./decode.ts";
import { DecodeError, SerializationError } from "./errors.ts";
import { MAX_BIGINT_DIGITS } from "./format.ts";
import { isIndexKey } from "./keys.ts";

type Fields = Record<string, unknown>;

/** How each tag is read; every field is checked before it is used, and there are no others. */
export const DECODERS = create(null) as Record<
  string,
  ((decoder: Decoder, node: Fields, depth: number) => unknown) | undefined
>;

DECODERS["undefined"] = (_decoder, node) => constant(node, undefined);
DECODERS["NaN"] = (_decoder, node) => constant(node, 0 / 0);
DECODERS["-0"] = (_decoder, node) => constant(node, -0);
DECODERS["Infinity"] = (_decoder, node) => constant(node, 1 / 0);
DECODERS["-Infinity"] = (_decoder, node) => constant(node, -1 / 0);

DECODERS["ref"] = (decoder, node) => {
  const number = count(field(node, "v", 2));
  return decoder.mentioned(number) ?? garbage("it refers to an object it does not have");
};

DECODERS["bigint"] = (_decoder, node) => {
  const digits = text(field(node, "v", 2));
  const isNegative = digits[0] === "-";
  const start = isNegative ? 1 : 0;
  if (digits.length === start || digits.length > MAX_BIGINT_DIGITS) garbage("a bigint is too long");
  for (let index = start; index < digits.length; index++) {
    const digit = digits[index] as string;
    const isHex = (digit >= "0" && digit <= "9") || (digit >= "a" && digit <= "f");
    if (!isHex) garbage("a bigint has bad digits");
  }
  const size = bigIntOf("0x" + sliceString(digits, start));
  return isNegative ? -size : size;
};

const MAX_TIME = 8.64e15;

DECODERS["date"] = (decoder, node) => {
  const time = field(node, "v", 2);
  const isTime = isInteger(time) && time >= -MAX_TIME && time <= MAX_TIME;
  if (time !== null && !isTime) garbage("a date is out of range");
  return decoder.mention(decoder.reserve(), new DateCtor(isTime ? time : 0 / 0));
};

DECODERS["regexp"] = (decoder, node) => {
  const source = text(field(node, "v", 3));
  const flags = text(field(node, "f", 3));
  allow(spendRegExp(decoder.budget, source, flags));
  let value: RegExp;
  try {
    value = new RegExpCtor(source, flags);
  } catch {
    throw new SerializationError("a regular expression does not compile in this engine");
  }
  return decoder.mention(decoder.reserve(), value);
};

DECODERS["map"] = (decoder, node, depth) => {
  const map = decoder.mention(decoder.reserve(), new MapCtor<unknown, unknown>());
  const entries = decoder.items(list(field(node, "v", 2)), depth + 2);
  const { length } = entries;
  if (length % 2 !== 0) garbage("a map has a key without a value");
  let weight = 0;
  for (let index = 0; index < length; index += 2) weight += weighKey(entries[index]);
  allow(spendKeys(decoder.budget, weight));
  for (let index = 0; index < length; index += 2) mapSet(map, entries[index], entries[index + 1]);
  return map;
};

DECODERS["set"] = (decoder, node, depth) => {
  const set = decoder.mention(decoder.reserve(), new SetCtor<unknown>());
  const items = decoder.items(list(field(node, "v", 2)), depth + 2);
  let weight = 0;
  for (let index = 0; index < items.length; index++) weight += weighKey(items[index]);
  allow(spendKeys(decoder.budget, weight));
  for (let index = 0; index < items.length; index++) setAdd(set, items[index]);
  return set;
};

DECODERS["buffer"] = (decoder, node) =>
  decoder.mention(decoder.reserve(), decoder.blobs.take(count(field(node, "v", 2))));

DECODERS["view"] = (decoder, node, depth) => {
  const name = text(field(node, "t", 5));
  const number = decoder.reserve();
  const buffer = decoder.value(field(node, "v", 5), depth + 1);
  const offset = count(field(node, "o", 5));
  const length = count(field(node, "n", 5));
  return decoder.mention(number, makeView(name, buffer, offset, length));
};

type Maker = new (message?: string) => Error;
const ERRORS = create(null) as Record<string, Maker | undefined>;
ERRORS["Error"] = ErrorCtor;
ERRORS["EvalError"] = EvalError;
ERRORS["RangeError"] = RangeError;
ERRORS["ReferenceError"] = ReferenceError;
ERRORS["SyntaxError"] = SyntaxError;
ERRORS["TypeError"] = TypeError;
ERRORS["URIError"] = URIError;

DECODERS["error"] = (decoder, node, depth) => {
  const fields =
    2 + (hasOwn(node, "m") ? 1 : 0) + (hasOwn(node, "s") ? 1 : 0) + (hasOwn(node, "c") ? 1 : 0);
  const name = text(field(node, "n", fields));
  const message = hasOwn(node, "m") ? text(node["m"]) : undefined;
  allow(spendError(decoder.budget));
  const Maker = ERRORS[name];
  const error = new (Maker ?? ErrorCtor)(message);
  decoder.mention(decoder.reserve(), error);
  if (Maker === undefined) define(error, "name", name, HIDDEN);
  // Where this side was when it made the copy is nobody's business and no help.
  const title = message ? name + ": " + message : name;
  const frames = hasOwn(node, "s") ? text(node["s"]) : "";
  // V8 begins a stack with the error's title, QuickJS with its first frame.
  const titled = frames === "" || textIndexOf(frames, title, 0) === 0;
  const stack = frames === "" ? title : titled ? frames : title + "\n" + frames;
  define(error, "stack", stack, HIDDEN);
  if (hasOwn(node, "c")) define(error, "cause", decoder.value(node["c"], depth + 1), HIDDEN);
  return error;
};

DECODERS["box"] = (decoder, node, depth) => {
  const number = decoder.reserve();
  const value = decoder.value(field(node, "v", 2), depth + 1);
  const type = typeof value;
  if (type !== "boolean" && type !== "number" && type !== "string" && type !== "bigint") {
    garbage("a boxed value is no primitive");
  }
  return decoder.mention(number, boxOf(value));
};

DECODERS["object"] = (decoder, node, depth) => {
  const bag = properties(field(node, "v", 2));
  decoder.mention(decoder.reserve(), bag);
  return decoder.properties(bag, depth + 2);
};

DECODERS["array"] = (decoder, node, depth) => {
  const length = count(field(node, "n", 3));
  const bag = properties(field(node, "v", 3));
  const keys = keysOf(bag);
  let items = 0;
  while (items < keys.length && isIndexKey(keys[items] as string)) items++;
  if (items > 0 && +(keys[items - 1] as string) >= length) garbage("an array has too many items");
  if (length >= 2 ** 32 || hasOwn(bag, "length")) garbage("an array has a bad length");
  // Before anything of this length is made: engines allocate what a length promises.
  allow(spendHoles(decoder.budget, length - items));
  const array = decoder.mention<unknown[]>(decoder.reserve(), []);
  decoder.properties(bag, depth + 2);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    define(array, key, bag[key], PLAIN);
  }
  array.length = length;
  return array;
};

DECODERS["fn"] = (decoder, node) => {
  const make = decoder.hooks.makeFunction;
  const id = count(field(node, "v", 2));
  if (make === undefined) return garbage("functions cannot cross to this side");
  return decoder.mention(decoder.reserve(), make(id));
};

DECODERS["promise"] = (decoder, node) => {
  const make = decoder.hooks.makePromise;
  const id = count(field(node, "v", 2));
  if (make === undefined) return garbage("promises cannot cross to this side");
  return decoder.mention(decoder.reserve(), make(id));
};

function constant<T>(node: Fields, value: T): T {
  if (keysOf(node).length !== 1) garbage("a tag has unknown fields");
  return value;
}

/** A field the node has itself; a guest may have put anything on its prototype. */
function field(node: Fields, key: string, fields: number): unknown {
  if (keysOf(node).length !== fields || !hasOwn(node, key)) garbage("a tag has unknown fields");
  return node[key];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : garbage("a tag has a field of the wrong type");
}

function count(value: unknown): number {
  if (isInteger(value) && value >= 0 && value < 2 ** 53) return value;
  return garbage("a tag has a field of the wrong type");
}

function list(value: unknown): unknown[] {
  return isArray(value) ? value : garbage("a tag has a field of the wrong type");
}

function properties(value: unknown): Fields {
  if (typeof value === "object" && value !== null && !isArray(value)) return value as Fields;
  return garbage("a tag has a field of the wrong type");
}

function allow(reason: string | undefined): void {
  if (reason !== undefined) garbage(reason);
}

function garbage(reason: string): never {
  throw new DecodeError("a value is malformed: " + reason);
}
