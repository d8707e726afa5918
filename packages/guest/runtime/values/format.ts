import { create, record, setPrototypeOf } from "../primordials.ts";

/**
 * The format: JSON, in which an object with the key `$` stands for something else.
 *
 * | value | node |
 * |---|---|
 * | `undefined`, `NaN`, `-0`, `Infinity`, `-Infinity` | `{"$":"undefined"}` and so on |
 * | bigint | `{"$":"bigint","v":"-1f"}`, hexadecimal |
 * | `Date` | `{"$":"date","v":ms}`, `null` for an invalid one |
 * | `RegExp` | `{"$":"regexp","v":source,"f":flags}` |
 * | `Map` | `{"$":"map","v":[key, value, key, value]}` |
 * | `Set` | `{"$":"set","v":[member]}` |
 * | `ArrayBuffer` | `{"$":"buffer","v":blob}` |
 * | typed array, `DataView` | `{"$":"view","t":class,"v":buffer,"o":byteOffset,"n":length}` |
 * | `Error` | `{"$":"error","n":name,"m":message,"s":stack,"c":cause}`, the last three optional |
 * | boxed primitive | `{"$":"box","v":primitive}` |
 * | array with holes or names | `{"$":"array","n":length,"v":{key: value}}` |
 * | object with a key `$` | `{"$":"object","v":{key: value}}` |
 * | object seen before | `{"$":"ref","v":number}` |
 * | host function, host promise | `{"$":"fn","v":id}`, `{"$":"promise","v":id}` |
 *
 * Objects of every kind are numbered from 0 as the text mentions them, a container before its
 * contents, the view before its buffer. Text without `"$"` is JSON and nothing else.
 */
export type Node = null | boolean | number | string | object;

/** What stands in the text where it is not plain JSON. */
export const TAG_TEXT = '"$"';

/** What stands in a text that mentions an object twice. */
export const REF_TEXT = '"ref"';

/** How deep the brackets of a text nest; core's `MAX_VALUE_DEPTH`. */
export const MAX_DEPTH = 500;

/** What an object without contents may add to that: a view has a buffer, and a tag its list. */
export const LEAF_DEPTH = 4;

/** Decimal digits would cost an enemy little and the reader the square of their number. */
export const MAX_BIGINT_DIGITS = 131_072;

/** The classes of views, with the size of their elements. */
export const VIEW_SIZES = create(null) as Record<string, number | undefined>;
VIEW_SIZES["DataView"] = 1;
VIEW_SIZES["Int8Array"] = 1;
VIEW_SIZES["Uint8Array"] = 1;
VIEW_SIZES["Uint8ClampedArray"] = 1;
VIEW_SIZES["Int16Array"] = 2;
VIEW_SIZES["Uint16Array"] = 2;
VIEW_SIZES["Float16Array"] = 2;
VIEW_SIZES["Int32Array"] = 4;
VIEW_SIZES["Uint32Array"] = 4;
VIEW_SIZES["Float32Array"] = 4;
VIEW_SIZES["Float64Array"] = 8;
VIEW_SIZES["BigInt64Array"] = 8;
VIEW_SIZES["BigUint64Array"] = 8;

/** A node with its tag. */
export function tagged(tag: string, value?: unknown): Record<PropertyKey, unknown> {
  const node = record<unknown>();
  node["$"] = tag;
  if (value !== undefined) node["v"] = value;
  return node;
}

/**
 * An array without a prototype: items can be assigned, and no `toJSON` or setter that a guest
 * gave to all arrays is ever asked.
 */
export function inertArray<T>(): T[] {
  const array: T[] = [];
  setPrototypeOf(array, null);
  return array;
}
