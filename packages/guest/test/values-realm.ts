import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { buildSync } from "esbuild";
import type { Blob, Encoded } from "../src/values.js";

/** The codec as the guest runtime bundles it, in a realm of its own. */
export class GuestRealm {
  readonly #context = vm.createContext({});
  readonly #codec: {
    encodeValue(value: unknown, options: { root: string; stacks?: boolean }): Encoded;
    decodeValue(text: string, blobs: Blob[]): unknown;
  };

  constructor() {
    this.#codec = this.evaluate(`(() => { "use strict"; ${bundle}; return codec })()`);
  }

  evaluate<T>(code: string): T {
    return vm.runInContext(code, this.#context) as T;
  }

  /** Runs a function that names nothing but globals, as the guest's own. */
  run<T>(program: () => T): T {
    return this.evaluate(`(${program})()`);
  }

  encode(value: unknown, options: { stacks?: boolean } = {}): Encoded {
    const { text, blobs } = this.#codec.encodeValue(value, { root: "value", ...options });
    // As an engine adapter does: the bytes become buffers of the host's.
    const copies: ArrayBuffer[] = [];
    for (let index = 0; index < blobs.length; index++) {
      copies.push(new Uint8Array(blobs[index] as ArrayBuffer).slice().buffer);
    }
    return { text, blobs: copies };
  }

  decode({ text, blobs }: Encoded): unknown {
    // Parts of larger buffers: the codec has to make buffers of its own realm of them.
    const parts = blobs.map((blob) => {
      const larger = new Uint8Array(blob.byteLength + 1);
      larger.set(new Uint8Array(blob));
      return larger.subarray(0, blob.byteLength);
    });
    return this.#codec.decodeValue(text, parts);
  }
}

const bundle = buildSync({
  entryPoints: [fileURLToPath(new URL("../../runtime/values/index.ts", import.meta.url))],
  bundle: true,
  write: false,
  format: "iife",
  globalName: "codec",
  target: "es2023",
}).outputFiles[0]?.text;

/**
 * Makes a trap of every builtin that the language lets a guest replace, and of every property
 * that careless code would read off a prototype. The traps write down who fell into them.
 */
export function spoilBuiltins(): { names: string } {
  const caught = { names: "" };
  const plans: { object: object; key: PropertyKey; flags: PropertyDescriptor }[] = [];
  const seen = new Set<unknown>();
  const setTrap = (name: string) =>
    function trap(): never {
      caught.names += `${name} `;
      throw `${name} was called`;
    };
  const visit = (object: unknown, path: string): void => {
    if (typeof object !== "function" && (typeof object !== "object" || object === null)) return;
    if (seen.has(object)) return;
    seen.add(object);
    for (const key of Reflect.ownKeys(object)) {
      const found = Reflect.getOwnPropertyDescriptor(object, key) as PropertyDescriptor;
      const name = `${path}.${String(key)}`;
      visit(found.value, name);
      if (found.configurable !== true) continue;
      if (typeof found.value === "function") {
        plans.push({ object, key, flags: { value: setTrap(name) } });
      } else if (found.get !== undefined) {
        plans.push({ object, key, flags: { get: setTrap(name) } });
      }
    }
  };
  visit(globalThis, "");
  for (const hidden of [Int8Array, [].values(), new Map().entries(), new Set().values()]) {
    visit(Object.getPrototypeOf(hidden), "hidden");
  }
  const names = ["toJSON", "$", "v", "n", "o", "t", "f", "m", "s", "c", "get", "value", "cause"];
  for (let index = 0; index < 50; index++) names.push(String(index));
  for (const key of names) {
    const flags = { get: setTrap(key), set: setTrap(key), configurable: true };
    for (const object of [Object.prototype, Array.prototype]) plans.push({ object, key, flags });
  }
  const define = Reflect.defineProperty;
  // From here on nothing works any more but the operators of the language.
  const { length } = plans;
  const inert = Object.setPrototypeOf(plans, null) as typeof plans;
  for (let index = 0; index < length; index++) {
    Object.setPrototypeOf((inert[index] as (typeof plans)[0]).flags, null);
  }
  for (let index = 0; index < length; index++) {
    const plan = inert[index] as (typeof plans)[0];
    define(plan.object, plan.key, plan.flags);
  }
  return caught;
}
