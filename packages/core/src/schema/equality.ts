import { isRecord } from "./keywords.js";

/** Whether two JSON values are the same, in JSON's sense: key order does not matter. */
export function jsonEquals(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => jsonEquals(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = presentKeys(a);
  if (keys.length !== presentKeys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && jsonEquals(a[key], b[key]));
}

/** The index of the first item that equals an earlier one, or -1. Linear, whatever the items. */
export function findDuplicate(items: readonly unknown[]): number {
  const primitives = new Set<unknown>();
  const composites = new Set<string>();
  return items.findIndex((item) => {
    const isComposite = typeof item === "object" && item !== null;
    const key = isComposite ? canonicalText(item) : item;
    const seen: Set<unknown> = isComposite ? composites : primitives;
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

/** The keys of an object that JSON would keep. */
export function presentKeys(value: Record<string, unknown>): string[] {
  const keys = Object.keys(value);
  return keys.some((key) => value[key] === undefined)
    ? keys.filter((key) => value[key] !== undefined)
    : keys;
}

function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = presentKeys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`);
  return `{${members.join()}}`;
}
