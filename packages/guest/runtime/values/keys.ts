import { keysOf, record } from "../primordials.ts";

/** Whether a key is an array's index, written the one way an engine writes it. */
export function isIndexKey(key: string): boolean {
  // Most keys end here.
  if (!(key >= "0" && key < ":")) return false;
  const index = +key;
  return index >= 0 && index < 4_294_967_295 && index % 1 === 0 && "" + index === key;
}

/**
 * Keys in the order in which the decoder will see them, indexes first. Objects have them so;
 * a proxy names them as it likes, and numbers of objects would then not fit.
 */
export function canonicalKeys(keys: string[]): string[] {
  let last = -1;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    if (!isIndexKey(key)) last = 4_294_967_295;
    else if (+key > last) last = +key;
    else return sortKeys(keys);
  }
  return keys;
}

function sortKeys(keys: string[]): string[] {
  const sorted = record<boolean>();
  for (let index = 0; index < keys.length; index++) sorted[keys[index] as string] = true;
  return keysOf(sorted);
}

/** `keys.includes(key)`. */
export function includesKey(keys: string[], key: string): boolean {
  for (let index = 0; index < keys.length; index++) if (keys[index] === key) return true;
  return false;
}

/** Whether an array has neither holes nor names: its last key tells, as indexes come first. */
export function isDense(keys: string[], length: number): boolean {
  return keys.length === length && (length === 0 || keys[length - 1] === "" + (length - 1));
}
