import {
  ArrayPrototype,
  getPrototypeOf,
  hasOwn,
  isArray,
  keysOf,
  ObjectPrototype,
  stringifyJson,
} from "../primordials.ts";

/** The JSON of a tree without prototypes and functions; no code of a guest's runs. */
export function writeTree(tree: unknown, deepest: number): string {
  return isEngineSafe(deepest) ? (stringifyJson(tree) as string) : write(tree);
}

const anArray: unknown[] = [];

/**
 * Whether the engine's own writer keeps to itself on a value with so many levels. Every engine
 * asks objects for a `toJSON`. QuickJS also keeps the containers it is inside of in an array,
 * by assignment: a guest with a setter on `Array.prototype[0]` is handed them and may change
 * them while they are written.
 */
export function isEngineSafe(deepest: number): boolean {
  // Object.prototype has no parent for ever; Array.prototype can be given another.
  if (getPrototypeOf(ArrayPrototype) !== ObjectPrototype) return false;
  if (hasOwn(ObjectPrototype, "toJSON") || hasOwn(ArrayPrototype, "toJSON")) return false;
  for (let level = 0; level <= deepest; level++) if (level in anArray) return false;
  return true;
}

function write(node: unknown): string {
  if (typeof node !== "object" || node === null) return stringifyJson(node) as string;
  let text = "";
  if (isArray(node)) {
    for (let index = 0; index < node.length; index++) {
      text += (index === 0 ? "" : ",") + write(node[index]);
    }
    return "[" + text + "]";
  }
  const keys = keysOf(node);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    text += (index === 0 ? "" : ",") + stringifyJson(key) + ":";
    text += write((node as Record<string, unknown>)[key]);
  }
  return "{" + text + "}";
}
