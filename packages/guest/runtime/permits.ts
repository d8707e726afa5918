import {
  CONFIGURABLE,
  create,
  define,
  defineAccessor,
  EvalErrorCtor,
  engineStackOf,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  HIDDEN,
  ownKeys,
  setPrototypeOf,
} from "./primordials.ts";
import { formatStack } from "./stack.ts";

/**
 * The globals a guest starts with: those of ECMAScript that neither load code nor share memory,
 * and two of the web's that need no host. What an engine offers beyond them is removed.
 */
const PERMITTED = [
  ["globalThis", "undefined", "NaN", "Infinity"],
  ["parseInt", "parseFloat", "isNaN", "isFinite", "escape", "unescape"],
  ["decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent"],
  ["eval", "Function", "queueMicrotask", "structuredClone"],
  ["Object", "Array", "Boolean", "Number", "BigInt", "String", "Symbol", "RegExp", "Date"],
  ["Map", "Set", "WeakMap", "WeakSet", "WeakRef", "FinalizationRegistry", "Iterator"],
  ["Promise", "Proxy", "Reflect", "Math", "JSON", "Intl", "Temporal"],
  ["ArrayBuffer", "DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray"],
  ["Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "BigInt64Array"],
  ["BigUint64Array", "Float16Array", "Float32Array", "Float64Array"],
  ["Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError"],
  ["URIError", "AggregateError", "SuppressedError", "DisposableStack", "AsyncDisposableStack"],
];

/** Engine hooks on `Error` that would show a guest the frames and functions of the runtime. */
const ERROR_HOOKS = ["captureStackTrace", "stackTraceLimit"];

/** How many frames V8 keeps of an error; without a number of its own it keeps none. */
const STACK_FRAMES = 20;

/** Leaves of the global object what a guest may have. */
export function restrictGlobals(): void {
  const permitted = create(null);
  for (let group = 0; group < PERMITTED.length; group++) {
    const names = PERMITTED[group] as string[];
    for (let index = 0; index < names.length; index++) permitted[names[index] as string] = true;
  }
  const keys = ownKeys(globalThis);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as PropertyKey;
    if (permitted[key] !== true) remove(globalThis, key);
  }
  const limited = getOwnPropertyDescriptor(Error, "stackTraceLimit") !== undefined;
  for (let index = 0; index < ERROR_HOOKS.length; index++) {
    remove(Error, ERROR_HOOKS[index] as string);
  }
  if (limited && !hasStackAccessor()) define(Error, "stackTraceLimit", STACK_FRAMES, 0);
  hideRuntimeFrames();
  disableCodeFromText();
}

function remove(target: object, key: PropertyKey): void {
  if (getOwnPropertyDescriptor(target, key) === undefined) return;
  if (!Reflect.deleteProperty(target, key)) define(target, key, undefined, 0);
}

function hasStackAccessor(): boolean {
  return getOwnPropertyDescriptor(Error.prototype, "stack")?.get !== undefined;
}

/**
 * The runtime's own frames are left out of backtraces: they mean nothing to a guest, and are none
 * of its business. QuickJS makes backtraces in an accessor; V8 asks a hook, which is always ours:
 * one that a guest puts there is not taken up.
 */
function hideRuntimeFrames(): void {
  const native = getOwnPropertyDescriptor(Error.prototype, "stack");
  const hook = native?.get === undefined ? formatStack : undefined;
  const ignore = (): void => {};
  defineAccessor(Error, "prepareStackTrace", () => hook, ignore, 0);
  if (native?.get === undefined) return;
  const holder = {
    get stack(): unknown {
      return engineStackOf(this);
    },
  };
  const get = getOwnPropertyDescriptor(holder, "stack")?.get as () => unknown;
  defineAccessor(Error.prototype, "stack", get, native.set, CONFIGURABLE);
}

/**
 * `eval` and the four function constructors throw, whichever way a guest reaches them. Their
 * prototypes stay the engine's own, so that `instanceof Function` keeps its meaning.
 */
function disableCodeFromText(): void {
  const functionPrototype = Function.prototype;
  const refuse = makeRefusal("Function", functionPrototype, HIDDEN);
  setPrototypeOf(refuse, functionPrototype);
  define(globalThis, "Function", refuse, HIDDEN);

  const kinds = [async () => {}, function* () {}, async function* () {}];
  for (let index = 0; index < kinds.length; index++) {
    const prototype = getPrototypeOf(kinds[index] as object) as object;
    const name = (prototype as { constructor: { name: string } }).constructor.name;
    setPrototypeOf(makeRefusal(name, prototype, CONFIGURABLE), refuse);
  }
  const refuseEval = (_text: unknown): never => {
    throw new EvalErrorCtor("eval is not available: code cannot be made from text here");
  };
  define(refuseEval, "name", "eval", CONFIGURABLE);
  define(globalThis, "eval", refuseEval, HIDDEN);
}

/** `flags` are those of the prototype's `constructor`. */
function makeRefusal(name: string, prototype: object, flags: number): object {
  // A declaration, and no arrow: `new Function(…)` has to reach this text rather than fail before it.
  function refusal(_text: unknown): never {
    throw new EvalErrorCtor(name + " is not available: code cannot be made from text here");
  }
  define(refusal, "name", name, CONFIGURABLE);
  define(refusal, "prototype", prototype, 0);
  define(prototype, "constructor", refusal, flags);
  return refusal;
}
