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

export const ErrorCtor = Error;
export const TypeErrorCtor = TypeError;
export const EvalErrorCtor = EvalError;
export const PromiseCtor = Promise;
export const MapCtor = Map;
export const SetCtor = Set;
export const DateCtor = Date;
export const StringOf = String;
export const ObjectPrototype = Object.prototype;
export const ArrayPrototype = Array.prototype;

export const parseJson = JSON.parse as (text: string) => unknown;
export const stringifyJson = JSON.stringify as (value: unknown) => string | undefined;
export const isArray = Array.isArray;
export const isFinite = Number.isFinite;
export const keysOf = Object.keys;
export const create = Object.create as (prototype: object | null) => Record<PropertyKey, unknown>;
export const freeze = Object.freeze;
export const getPrototypeOf = Object.getPrototypeOf as (value: object) => object | null;
export const setPrototypeOf = Object.setPrototypeOf;
export const getOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
export const ownKeys = Reflect.ownKeys;
export const hasOwn = uncurryThis(Object.prototype.hasOwnProperty) as (
  self: object,
  key: PropertyKey,
) => boolean;
export const classTagOf = uncurryThis(Object.prototype.toString) as (self: unknown) => string;
export const sliceString = uncurryThis(String.prototype.slice);

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
const findText = uncurryThis(String.prototype.indexOf) as (
  self: string,
  text: string,
  from: number,
) => number;

/**
 * The backtrace of an error without the runtime's own frames, or `undefined`. May run guest
 * code where an error has a `stack` of its own; call it inside `try`.
 */
export function stackOf(error: object): unknown {
  const own = stackGetter === undefined || getOwnPropertyDescriptor(error, "stack") !== undefined;
  const stack = own ? (error as { stack?: unknown }).stack : stackGetter(error);
  return typeof stack === "string" ? withoutRuntimeFrames(stack) : stack;
}

function withoutRuntimeFrames(stack: string): string {
  let kept = "";
  for (let start = 0; start < stack.length; ) {
    const feed = findText(stack, "\n", start);
    const end = feed < 0 ? stack.length : feed + 1;
    const line = sliceString(stack, start, end);
    if (findText(line, RUNTIME_FILENAME, 0) < 0) kept += line;
    start = end;
  }
  return kept;
}
