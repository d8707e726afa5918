import { RUNTIME_FILENAME } from "../src/bridge.ts";

/**
 * Every builtin the runtime uses after guest code has run, captured while the realm was still
 * clean. Guest code may replace, freeze or booby-trap anything it can name; it cannot name
 * these.
 *
 * Rules for all files of the runtime:
 *  - call methods through this module only, never as `value.method()` on builtin objects;
 *  - no `for…of`, spread or array destructuring: they ask `Array.prototype[Symbol.iterator]`;
 *  - no template literals: QuickJS makes them of `String.prototype.concat`. Use `+`;
 *  - no `array[i] = x` on arrays: a setter on `Array.prototype` would see it. Use `record()`.
 */
const { bind, call } = Function.prototype;
const uncurryThis = bind.bind(call) as <This, Args extends unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
) => (self: This, ...args: Args) => Result;

export const apply = Reflect.apply as (
  target: unknown,
  self: unknown,
  args: readonly unknown[],
) => unknown;
export const ErrorCtor = Error;
export const TypeErrorCtor = TypeError;
export const EvalErrorCtor = EvalError;
export const PromiseCtor = Promise;
export const ProxyCtor = Proxy;
export const MapCtor = Map;
export const SetCtor = Set;
export const DateCtor = Date;
export const StringOf = String;
export const ObjectPrototype = Object.prototype;
export const ArrayPrototype = Array.prototype;

/** The classes of errors an engine throws, by name. */
export const errorClasses: Record<string, ErrorConstructor | undefined> = {
  __proto__: null as never,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

export const parseJson = JSON.parse as (text: string) => unknown;
export const stringifyJson = JSON.stringify as (value: unknown) => string | undefined;
export const isArray = Array.isArray;
export const isFinite = Number.isFinite;
export const keysOf = Object.keys;
export const valuesOf = Object.values as (value: object) => unknown[];
export const create = Object.create as (prototype: object | null) => Record<PropertyKey, unknown>;
export const freeze = Object.freeze;
export const getPrototypeOf = Object.getPrototypeOf as (value: object) => object | null;
export const setPrototypeOf = Object.setPrototypeOf;
export const getOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
export const ownKeys = Reflect.ownKeys;
export const deleteProperty = Reflect.deleteProperty;
export const construct = Reflect.construct as (
  target: object,
  args: unknown[],
  newTarget: object,
) => object;
export const promiseThen = uncurryThis(Promise.prototype.then) as (
  self: Promise<unknown>,
  onFulfilled: () => void,
) => Promise<unknown>;
export const hasOwn = uncurryThis(Object.prototype.hasOwnProperty) as (
  self: object,
  key: PropertyKey,
) => boolean;
export const classTagOf = uncurryThis(Object.prototype.toString) as (self: unknown) => string;
export const sliceString = uncurryThis(String.prototype.slice);
export const textIndexOf = uncurryThis(String.prototype.indexOf) as (
  self: string,
  text: string,
  from: number,
) => number;

export const WeakMapCtor = WeakMap;
export const weakMapGet = uncurryThis(WeakMap.prototype.get);
export const weakMapSet = uncurryThis(WeakMap.prototype.set);
export const mapGet = uncurryThis(Map.prototype.get);
export const mapSet = uncurryThis(Map.prototype.set);
export const mapForEach = uncurryThis(Map.prototype.forEach);
export const setAdd = uncurryThis(Set.prototype.add);
export const setForEach = uncurryThis(Set.prototype.forEach);

const reflectDefine = Reflect.defineProperty;

/** Attributes of a property, for `define`. */
export const WRITABLE = 1;
export const ENUMERABLE = 2;
export const CONFIGURABLE = 4;
/** What a builtin's own methods have: changeable, but not in the way of a `for…in`. */
export const HIDDEN = WRITABLE | CONFIGURABLE;
/** What an assignment makes. */
export const PLAIN = WRITABLE | ENUMERABLE | CONFIGURABLE;

/** Defines a data property without asking any prototype for the descriptor's fields. */
export function define(target: object, key: PropertyKey, value: unknown, flags: number): boolean {
  return reflectDefine(target, key, {
    __proto__: null,
    value,
    writable: (flags & WRITABLE) !== 0,
    enumerable: (flags & ENUMERABLE) !== 0,
    configurable: (flags & CONFIGURABLE) !== 0,
  } as PropertyDescriptor);
}

/** A table without a prototype: reading and writing it runs no code of anybody's. */
export function record<T>(): Record<PropertyKey, T | undefined> {
  return create(null) as Record<PropertyKey, T | undefined>;
}

/** Defines an accessor without asking any prototype for the descriptor's fields. */
export function defineAccessor(
  target: object,
  key: PropertyKey,
  get: () => unknown,
  set: ((value: never) => void) | undefined,
  flags: number,
): boolean {
  return reflectDefine(target, key, {
    __proto__: null,
    get,
    set,
    enumerable: (flags & ENUMERABLE) !== 0,
    configurable: (flags & CONFIGURABLE) !== 0,
  } as PropertyDescriptor);
}

/**
 * Makes a promise of ours safe to `await`: that asks a promise for its constructor, and a guest
 * may have replaced the inherited one.
 */
export function shield<T>(promise: Promise<T>): Promise<T> {
  define(promise, "constructor", PromiseCtor, HIDDEN);
  return promise;
}

const nativeIsError = (Error as { isError?: (value: unknown) => boolean }).isError;

/** Whether a value is an error the engine made, whatever it claims. */
export function isError(value: unknown): value is Error {
  return nativeIsError === undefined
    ? classTagOf(value) === "[object Error]"
    : nativeIsError(value);
}

// An accessor on Error.prototype in QuickJS, an own property of every error in V8.
const stackAccessor = getOwnPropertyDescriptor(Error.prototype, "stack")?.get;
const stackGetter = stackAccessor === undefined ? undefined : uncurryThis(stackAccessor);
/**
 * The backtrace of an error without the runtime's own frames, or `undefined`. May run guest
 * code where an error has a `stack` of its own; call it inside `try`.
 */
export function stackOf(error: object): unknown {
  const own = stackGetter === undefined || getOwnPropertyDescriptor(error, "stack") !== undefined;
  const stack = own ? (error as { stack?: unknown }).stack : stackGetter(error);
  return typeof stack === "string" ? withoutRuntimeFrames(stack) : stack;
}

/**
 * What the engine's own accessor says, without the runtime's frames. Unlike `stackOf` it never
 * reads `stack` again: it is what `stack` is made of.
 */
export function engineStackOf(error: unknown): unknown {
  const stack = stackGetter === undefined ? undefined : stackGetter(error as never);
  return typeof stack === "string" ? withoutRuntimeFrames(stack) : stack;
}

function withoutRuntimeFrames(stack: string): string {
  let kept = "";
  for (let start = 0; start < stack.length; ) {
    const feed = textIndexOf(stack, "\n", start);
    const end = feed < 0 ? stack.length : feed + 1;
    const line = sliceString(stack, start, end);
    if (textIndexOf(line, RUNTIME_FILENAME, 0) < 0) kept += line;
    start = end;
  }
  return kept;
}

// What the value codec needs: constructors, and readers of internal slots. A reader throws for
// anything that is not of its kind, whatever the value's prototype says of it.

export const ErrorPrototype = Error.prototype;
export const RegExpCtor = RegExp;
export const ArrayBufferCtor = ArrayBuffer;
export const Uint8ArrayCtor = Uint8Array;
export const DataViewCtor = DataView;
export const bigIntOf = BigInt as (text: string) => bigint;
export const boxOf = Object as unknown as (value: unknown) => object;
export const isView = ArrayBuffer.isView as (value: unknown) => boolean;
export const isInteger = Number.isInteger as (value: unknown) => value is number;

type Reader<Result> = (self: unknown) => Result;

function getterOf<Result>(prototype: object, key: PropertyKey): Reader<Result> {
  const get = getOwnPropertyDescriptor(prototype, key)?.get as (this: unknown) => Result;
  return uncurryThis(get);
}

function methodOf<Result>(method: unknown): Reader<Result> {
  return uncurryThis(method as (this: unknown) => Result);
}

const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype) as object;

export const dateTime = methodOf<number>(Date.prototype.getTime);
export const mapSize = getterOf<number>(Map.prototype, "size");
export const setSize = getterOf<number>(Set.prototype, "size");
export const bufferLength = getterOf<number>(ArrayBuffer.prototype, "byteLength");
/** The class of a typed array; `undefined`, without throwing, for anything else. */
export const typedName = getterOf<string | undefined>(TypedArrayPrototype, Symbol.toStringTag);
export const typedBuffer = getterOf<object>(TypedArrayPrototype, "buffer");
export const typedOffset = getterOf<number>(TypedArrayPrototype, "byteOffset");
export const typedLength = getterOf<number>(TypedArrayPrototype, "length");
export const copyBytes = uncurryThis(Uint8Array.prototype.set) as (
  self: Uint8Array,
  source: Uint8Array,
  at: number,
) => void;
export const viewBuffer = getterOf<object>(DataView.prototype, "buffer");
export const viewOffset = getterOf<number>(DataView.prototype, "byteOffset");
export const viewLength = getterOf<number>(DataView.prototype, "byteLength");
export const regExpSource = getterOf<string>(RegExp.prototype, "source");
export const unboxBoolean = methodOf<boolean>(Boolean.prototype.valueOf);
export const unboxNumber = methodOf<number>(Number.prototype.valueOf);
export const unboxString = methodOf<string>(String.prototype.valueOf);
export const unboxBigInt = methodOf<bigint>(BigInt.prototype.valueOf);
export const bigIntText = uncurryThis(BigInt.prototype.toString) as (
  self: bigint,
  radix: number,
) => string;

// One by one: the `flags` accessor would ask a guest's prototype for each of them.
const FLAG_NAMES = ["hasIndices", "global", "ignoreCase", "multiline", "dotAll", "unicode"];
const FLAG_LETTERS = ["d", "g", "i", "m", "s", "u", "v", "y"];
const flagReaders = record<Reader<unknown>>();
[...FLAG_NAMES, "unicodeSets", "sticky"].forEach((name, index) => {
  if (name in RegExp.prototype) flagReaders[index] = getterOf(RegExp.prototype, name);
});

/** The flags of a regular expression, from its slots. */
export function regExpFlags(self: unknown): string {
  let flags = "";
  for (let index = 0; index < FLAG_LETTERS.length; index++) {
    if (flagReaders[index]?.(self) === true) flags += FLAG_LETTERS[index];
  }
  return flags;
}
