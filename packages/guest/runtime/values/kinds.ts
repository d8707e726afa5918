import {
  bufferLength,
  classTagOf,
  create,
  dateTime,
  ErrorPrototype,
  getPrototypeOf,
  hasOwn,
  isArray,
  isError,
  isView,
  MapCtor,
  mapGet,
  mapSet,
  mapSize,
  ObjectPrototype,
  regExpSource,
  setSize,
  unboxBigInt,
  unboxBoolean,
  unboxNumber,
  unboxString,
} from "../primordials.ts";

/** What an object is by its internal slots; `other` is everything that cannot cross. */
export type Kind =
  | "plain"
  | "array"
  | "date"
  | "regexp"
  | "map"
  | "set"
  | "buffer"
  | "view"
  | "error"
  | "boolean"
  | "number"
  | "string"
  | "bigint"
  | "promise"
  | "function"
  | "other";

/**
 * Tells what an object is. Builtins are what their slots say, also where a subclass (a Node
 * `Buffer`, an application's own error class) gave them another prototype; objects without
 * slots are plain only with the prototype of an object literal, or none.
 */
export function kindOf(value: object): Kind {
  if (typeof value === "function") return "function";
  if (isArray(value)) return "array";
  const prototype = getPrototypeOf(value);
  if (prototype === ObjectPrototype || prototype === null) return "plain";
  if (isView(value)) return "view";
  const inherited = inheritedKind(prototype);
  // Also what only inherits: a DOMException has no slot of an error, and is one to everybody.
  if (inherited === "error" || inherited === "promise") return inherited;
  if (inherited !== undefined && hasSlot(value, inherited)) return inherited;
  return kindInOtherRealm(value, prototype);
}

/** Builtins' prototypes, so that the one right slot is probed first; failed probes are slow. */
const PROTOTYPES = new MapCtor<object, Kind>();
mapSet(PROTOTYPES, Date.prototype, "date");
mapSet(PROTOTYPES, RegExp.prototype, "regexp");
mapSet(PROTOTYPES, Map.prototype, "map");
mapSet(PROTOTYPES, Set.prototype, "set");
mapSet(PROTOTYPES, ArrayBuffer.prototype, "buffer");
mapSet(PROTOTYPES, ErrorPrototype, "error");
mapSet(PROTOTYPES, Promise.prototype, "promise");
mapSet(PROTOTYPES, Boolean.prototype, "boolean");
mapSet(PROTOTYPES, Number.prototype, "number");
mapSet(PROTOTYPES, String.prototype, "string");
mapSet(PROTOTYPES, BigInt.prototype, "bigint");

// A proxy can answer with a new prototype for ever.
const MAX_ANCESTORS = 32;

function inheritedKind(prototype: object): Kind | undefined {
  let ancestor: object | null = prototype;
  for (let level = 0; ancestor !== null && level < MAX_ANCESTORS; level++) {
    const kind = mapGet(PROTOTYPES, ancestor) as Kind | undefined;
    if (kind !== undefined) return kind;
    ancestor = getPrototypeOf(ancestor);
  }
  return undefined;
}

const TAGS = create(null) as Record<string, Kind | undefined>;
TAGS["[object Date]"] = "date";
TAGS["[object RegExp]"] = "regexp";
TAGS["[object Map]"] = "map";
TAGS["[object Set]"] = "set";
TAGS["[object ArrayBuffer]"] = "buffer";
TAGS["[object Boolean]"] = "boolean";
TAGS["[object Number]"] = "number";
TAGS["[object String]"] = "string";
TAGS["[object BigInt]"] = "bigint";
TAGS["[object Promise]"] = "promise";

/** For a host whose values come from a `vm` context, a test runner or another frame. */
function kindInOtherRealm(value: object, prototype: object): Kind {
  if (isError(value)) return "error";
  const tag = classTagOf(value);
  const claimed = TAGS[tag];
  if (claimed === "promise" || (claimed !== undefined && hasSlot(value, claimed))) return claimed;
  const isObjectPrototype =
    tag === "[object Object]" &&
    getPrototypeOf(prototype) === null &&
    hasOwn(prototype, "hasOwnProperty");
  return isObjectPrototype ? "plain" : "other";
}

const SLOTS = create(null) as Record<string, ((value: unknown) => unknown) | undefined>;
SLOTS["date"] = dateTime;
SLOTS["regexp"] = regExpSource;
SLOTS["map"] = mapSize;
SLOTS["set"] = setSize;
SLOTS["buffer"] = bufferLength;
SLOTS["boolean"] = unboxBoolean;
SLOTS["number"] = unboxNumber;
SLOTS["string"] = unboxString;
SLOTS["bigint"] = unboxBigInt;

function hasSlot(value: object, kind: Kind): boolean {
  const read = SLOTS[kind];
  if (read === undefined) return false;
  try {
    read(value);
    return true;
  } catch {
    return false;
  }
}
