import {
  ArrayBufferCtor,
  boxOf,
  bufferLength,
  classTagOf,
  copyBytes,
  create,
  DataViewCtor,
  DateCtor,
  dateTime,
  define,
  ErrorCtor,
  HIDDEN,
  hasOwn,
  isArray,
  keysOf,
  MapCtor,
  mapForEach,
  mapGet,
  mapSet,
  mapSize,
  PLAIN,
  RegExpCtor,
  regExpFlags,
  regExpSource,
  SetCtor,
  StringOf,
  setAdd,
  setForEach,
  setSize,
  typedBuffer,
  typedLength,
  typedName,
  typedOffset,
  Uint8ArrayCtor,
  unboxBigInt,
  unboxBoolean,
  unboxNumber,
  unboxString,
  viewBuffer,
  viewLength,
  viewOffset,
} from "./primordials.ts";

/** The guest's `structuredClone`: the algorithm of the web platform, without transfer. */
export function structuredClone(value: unknown, options?: { transfer?: unknown[] }): unknown {
  const transfer = options?.transfer;
  if (transfer !== undefined && transfer.length > 0) {
    throw dataCloneError("structuredClone cannot transfer here; it copies");
  }
  return clone(value, new MapCtor());
}

type Seen = Map<object, object>;

function clone(value: unknown, seen: Seen): unknown {
  if (typeof value === "symbol") throw dataCloneError(StringOf(value) + " cannot be cloned");
  if (typeof value === "function") throw dataCloneError("a function cannot be cloned");
  if (typeof value !== "object" || value === null) return value;
  const known = mapGet(seen, value);
  if (known !== undefined) return known;
  if (isArray(value)) return cloneArray(value, seen);
  for (let index = 0; index < KINDS.length; index++) {
    const kind = KINDS[index] as Kind;
    if (isOfKind(kind, value)) return kind.clone(value, seen);
  }
  return cloneOther(value, seen);
}

/** A builtin that is more than its properties. */
interface Kind {
  /** Reads an internal slot: throws for anything that is not of this kind, whatever it says. */
  probe: (self: unknown) => unknown;
  clone: (value: object, seen: Seen) => object;
}

function isOfKind(kind: Kind, value: object): boolean {
  try {
    return kind.probe(value) !== undefined;
  } catch {
    return false;
  }
}

const KINDS: Kind[] = [
  { probe: typedName, clone: cloneTyped },
  { probe: dateTime, clone: (value) => new DateCtor(dateTime(value)) },
  { probe: mapSize, clone: cloneMap },
  { probe: setSize, clone: cloneSet },
  { probe: bufferLength, clone: cloneBuffer },
  { probe: viewLength, clone: cloneView },
  { probe: regExpSource, clone: cloneRegExp },
  { probe: unboxBoolean, clone: cloneBox(unboxBoolean) },
  { probe: unboxNumber, clone: cloneBox(unboxNumber) },
  { probe: unboxString, clone: cloneBox(unboxString) },
  { probe: unboxBigInt, clone: cloneBox(unboxBigInt) },
];

function cloneArray(value: unknown[], seen: Seen): object {
  const copy: unknown[] = [];
  copy.length = value.length;
  return cloneProperties(value, copy, seen);
}

function cloneProperties(value: object, copy: object, seen: Seen): object {
  mapSet(seen, value, copy);
  const keys = keysOf(value);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    define(copy, key, clone((value as Record<string, unknown>)[key], seen), PLAIN);
  }
  return copy;
}

function cloneMap(value: object, seen: Seen): object {
  const copy = new MapCtor<unknown, unknown>();
  mapSet(seen, value, copy);
  // Read first: cloning runs getters, and those could change the map under the walk.
  const entries = new MapCtor<unknown, unknown>();
  mapForEach(value as Map<unknown, unknown>, (item, key) => void mapSet(entries, key, item));
  mapForEach(entries, (item, key) => void mapSet(copy, clone(key, seen), clone(item, seen)));
  return copy;
}

function cloneSet(value: object, seen: Seen): object {
  const copy = new SetCtor<unknown>();
  mapSet(seen, value, copy);
  const items = new SetCtor<unknown>();
  setForEach(value as Set<unknown>, (item) => void setAdd(items, item));
  setForEach(items, (item) => void setAdd(copy, clone(item, seen)));
  return copy;
}

function cloneBuffer(value: object, seen: Seen): object {
  // Not `slice`: it would ask a guest's subclass for the copy.
  const copy = new ArrayBufferCtor(bufferLength(value));
  copyBytes(new Uint8ArrayCtor(copy), new Uint8ArrayCtor(value as ArrayBuffer), 0);
  mapSet(seen, value, copy);
  return copy;
}

type TypedArrayCtor = new (buffer: ArrayBuffer, offset: number, length: number) => object;

const typedCtors = collect<TypedArrayCtor>([
  ["Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array"],
  ["Uint32Array", "BigInt64Array", "BigUint64Array"],
  ["Float16Array", "Float32Array", "Float64Array"],
]);

function cloneTyped(value: object, seen: Seen): object {
  const Ctor = typedCtors[typedName(value) as string] as TypedArrayCtor;
  const buffer = clone(typedBuffer(value), seen) as ArrayBuffer;
  const copy = new Ctor(buffer, typedOffset(value), typedLength(value));
  mapSet(seen, value, copy);
  return copy;
}

function cloneView(value: object, seen: Seen): object {
  const buffer = clone(viewBuffer(value), seen) as ArrayBuffer;
  const copy = new DataViewCtor(buffer, viewOffset(value), viewLength(value));
  mapSet(seen, value, copy);
  return copy;
}

function cloneRegExp(value: object, seen: Seen): object {
  const copy = new RegExpCtor(regExpSource(value), regExpFlags(value));
  mapSet(seen, value, copy);
  return copy;
}

function cloneBox(unbox: Kind["probe"]): Kind["clone"] {
  return (value, seen) => {
    const copy = boxOf(unbox(value));
    mapSet(seen, value, copy);
    return copy;
  };
}

const UNCLONEABLE = collectNames(["WeakMap", "WeakSet", "WeakRef", "Promise", "Generator"]);

function cloneOther(value: object, seen: Seen): object {
  const tag = classTagOf(value);
  if (UNCLONEABLE[tag] === true) throw dataCloneError(tag + " cannot be cloned");
  if (tag === "[object Error]") return cloneError(value as Error, seen);
  return cloneProperties(value, {}, seen);
}

const errorCtors = collect<ErrorConstructor>([
  ["Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"],
]);

function cloneError(value: Error, seen: Seen): object {
  const { name, message } = value;
  const Ctor = (typeof name === "string" ? errorCtors[name] : undefined) ?? ErrorCtor;
  const copy = new Ctor(typeof message === "string" ? message : "");
  mapSet(seen, value, copy);
  if (hasOwn(value, "cause")) define(copy, "cause", clone(value.cause, seen), HIDDEN);
  return copy;
}

function dataCloneError(message: string): Error {
  const error = new ErrorCtor(message);
  define(error, "name", "DataCloneError", HIDDEN);
  return error;
}

/** The constructors of these names that this engine has. */
function collect<T>(groups: string[][]): Record<string, T | undefined> {
  const table = create(null) as Record<string, T | undefined>;
  for (let group = 0; group < groups.length; group++) {
    const names = groups[group] as string[];
    for (let index = 0; index < names.length; index++) {
      const name = names[index] as string;
      table[name] = (globalThis as unknown as Record<string, T | undefined>)[name];
    }
  }
  return table;
}

function collectNames(names: string[]): Record<string, boolean | undefined> {
  const table = create(null) as Record<string, boolean | undefined>;
  for (let index = 0; index < names.length; index++) table["[object " + names[index] + "]"] = true;
  return table;
}
