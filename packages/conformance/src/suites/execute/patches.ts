import type { RequirementId } from "../../requirements/index.js";

/** Guest code that spoils builtins, and the requirement that says it must not matter. */
export interface Patch {
  readonly id: RequirementId;
  readonly name: string;
  readonly code: string;
}

/** Replaces every method of these objects by a function that throws. */
const spoil = (...objects: string[]) => `
  {
    const define = Reflect.defineProperty, keysOf = Reflect.ownKeys, describe = Reflect.getOwnPropertyDescriptor;
    const spoiled = () => { throw new Error("spoiled") };
    const targets = [${objects.join(", ")}];
    for (let t = 0; t < targets.length; t++) {
      const keys = keysOf(targets[t]);
      for (let k = 0; k < keys.length; k++) {
        const known = describe(targets[t], keys[k]);
        if (!known.configurable || keys[k] === "constructor") continue;
        if (typeof known.value === "function") define(targets[t], keys[k], { value: spoiled, configurable: true });
        else if (known.get) define(targets[t], keys[k], { get: spoiled, configurable: true });
      }
    }
  }`;

/** Sets an accessor on Object.prototype for each name a careless runtime would read or write. */
const snares = (names: readonly string[], getter: string) => `
  {
    const names = ${JSON.stringify(names)};
    for (let i = 0; i < names.length; i++) {
      Object.defineProperty(Object.prototype, names[i], { __proto__: null, configurable: true, get() { ${getter} }, set() { ${getter} } });
    }
  }`;

const WIRE_NAMES = [
  ...["type", "id", "callId", "ok", "result", "error", "input", "call", "code", "message", "line"],
  ...["value", "done", "get", "set", "writable", "enumerable", "configurable", "0", "1", "length"],
  ...[
    "toJSON",
    "stack",
    "name",
    "cause",
    "unserializable",
    "diagnostics",
    "logs",
    "resolve",
    "reject",
  ],
];

/** Every family of builtins a runtime might lean on. */
export const patches: readonly Patch[] = [
  { id: "patched.promise", name: "Promise.prototype", code: spoil("Promise.prototype") },
  { id: "patched.promise", name: "Promise's own functions", code: spoil("Promise") },
  {
    id: "patched.promise",
    name: "Promise.prototype.then that lies",
    code: `Promise.prototype.then = function (resolve) { resolve("forged"); return this }`,
  },
  {
    id: "patched.promise",
    name: "Promise itself",
    code: "globalThis.Promise = class { then() {} }",
  },
  {
    id: "patched.promise",
    name: "Symbol.species",
    code: `Object.defineProperty(Promise, Symbol.species, { value: class { constructor(run) { run(() => {}, () => {}) } } });
      Object.defineProperty(Array, Symbol.species, { value: function () { return { length: 0 } } });`,
  },
  {
    id: "patched.promise",
    name: "Promise.prototype.constructor",
    // A getter that throws would break the guest's own await, as the language says.
    code: "Promise.prototype.constructor = undefined; Promise.prototype.constructor = class {};",
  },
  { id: "patched.collections", name: "Array.prototype", code: spoil("Array.prototype", "Array") },
  {
    id: "patched.collections",
    name: "array iteration",
    code: `Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true });
      Array.prototype[Symbol.iterator] = function* () { yield "forged" };
      Array.isArray = () => false;`,
  },
  {
    id: "patched.collections",
    name: "maps and sets",
    code: spoil("Map.prototype", "WeakMap.prototype", "Set.prototype", "WeakSet.prototype"),
  },
  {
    id: "patched.collections",
    name: "maps and sets that lie",
    code: `for (const type of [Map, WeakMap]) { type.prototype.get = () => 1; type.prototype.has = () => true; type.prototype.set = () => {} }`,
  },
  { id: "patched.json", name: "JSON", code: spoil("JSON") },
  {
    id: "patched.json",
    name: "JSON that lies",
    code: `JSON.stringify = () => '"forged"'; JSON.parse = () => "forged"; globalThis.JSON = undefined;`,
  },
  { id: "patched.object", name: "Object and Reflect", code: spoil("Object", "Reflect") },
  { id: "patched.object", name: "Object.prototype", code: spoil("Object.prototype") },
  {
    id: "patched.object",
    name: "throwing accessors on Object.prototype",
    code: snares(WIRE_NAMES, `throw new Error("snared")`),
  },
  {
    id: "patched.object",
    name: "lying accessors on Object.prototype",
    code: snares(WIRE_NAMES, `return "forged"`),
  },
  {
    id: "patched.object",
    name: "index setters on Array.prototype",
    code: `for (let i = 0; i < 8; i++) Object.defineProperty(Array.prototype, i, { get() { return "forged" }, set() {} })`,
  },
  {
    id: "patched.object",
    name: "frozen prototypes",
    code: `for (const type of [Object, Array, Function, Promise, Error, String, Map, WeakMap]) Object.freeze(type.prototype)`,
  },
  {
    id: "patched.object",
    name: "prototypes without prototypes",
    code: `for (const type of [Array, Function, Promise, Error, TypeError, String, WeakMap]) Object.setPrototypeOf(type.prototype, null)`,
  },
  {
    id: "patched.object",
    name: "deleted globals",
    code: `{
        const world = globalThis, remove = Reflect.deleteProperty;
        for (const name of Object.getOwnPropertyNames(world)) {
          if (name !== "tools" && name !== "console") remove(world, name);
        }
      }`,
  },
  {
    id: "patched.object",
    name: "a proxy above globalThis",
    code: `try { Object.setPrototypeOf(globalThis, new Proxy({}, { get() { return "forged" }, has() { return false } })) } catch {}`,
  },
  { id: "patched.function", name: "Function.prototype", code: spoil("Function.prototype") },
  {
    id: "patched.function",
    name: "call and apply that lie",
    code: `Function.prototype.call = () => "forged"; Function.prototype.apply = () => "forged"; Function.prototype.bind = () => () => "forged";`,
  },
  {
    id: "patched.strings",
    name: "String and RegExp",
    code: spoil("String.prototype", "String", "RegExp.prototype", "Symbol.prototype"),
  },
  {
    id: "patched.strings",
    name: "Number, Math and Date",
    code: `${spoil("Number", "Number.prototype", "Math", "Date", "Date.prototype", "BigInt.prototype", "Boolean.prototype")}
      globalThis.isFinite = () => true; globalThis.String = () => "forged";`,
  },
  {
    id: "patched.errors",
    name: "Error and its prototype",
    code: `${spoil("Error.prototype", "TypeError.prototype", "Error")}
      for (const key of ["message", "code", "name", "stack", "cause"]) {
        Object.defineProperty(Error.prototype, key, { configurable: true, get() { return "forged" }, set() { throw new Error("snared") } });
      }`,
  },
  {
    id: "patched.errors",
    name: "instanceof",
    code: `for (const type of [Error, Array, Object, Promise, Map, Date]) Object.defineProperty(type, Symbol.hasInstance, { value: () => true })`,
  },
  {
    id: "patched.errors",
    name: "the error constructors",
    code: `globalThis.Error = globalThis.TypeError = globalThis.RangeError = function () { return { message: "forged", code: "timeout" } }`,
  },
  {
    id: "patched.namespaces",
    name: "console",
    code: `const { log } = console; console.log = log; console.info = () => { throw 1 }; console.extra = 1;`,
  },
];
