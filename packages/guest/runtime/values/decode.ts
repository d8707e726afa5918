import { MAX_CHARS } from "../json.ts";
import { hasOwn, isArray, keysOf, parseJson, record, textIndexOf } from "../primordials.ts";
import { type Blob, BlobReader } from "./blob-reader.ts";
import { type Budget, newBudget } from "./budget.ts";
import { DECODERS } from "./decoders.ts";
import { DecodeError } from "./errors.ts";
import { LEAF_DEPTH, MAX_DEPTH, REF_TEXT, TAG_TEXT } from "./format.ts";

/** Makes the live parts of a value; without a hook, text that wants one is refused. */
export interface DecodeHooks {
  /** The stand-in for function `id` of the other side. */
  makeFunction?: (id: number) => (...args: never[]) => unknown;
  /** The stand-in for promise `id` of the other side. */
  makePromise?: (id: number) => object;
}

/**
 * Turns text and blobs back into a value. Both may come from an enemy: whatever they are, this
 * ends soon, uses memory in proportion to them, and throws nothing but a `DecodeError` (no
 * encoder wrote this) or a `SerializationError` (this engine lacks what the value needs).
 *
 * Blobs become part of the value and belong to it from here on. Text without tags is parsed
 * and nothing else: a caller that must bound its depth does so before (`decodeFrame`).
 * Objects may occur many times in the result; walking it as if it were a tree can take for
 * ever, as with any structured clone.
 */
export function decodeValue(
  text: string,
  blobs: readonly Blob[] = [],
  hooks: DecodeHooks = {},
): unknown {
  if (text.length > MAX_CHARS)
    throw new DecodeError("a value has more than " + MAX_CHARS + " characters");
  const tree = parse(text);
  if (textIndexOf(text, TAG_TEXT, 0) < 0) return tree;
  const hasRefs = textIndexOf(text, REF_TEXT, 0) >= 0;
  return new Decoder(new BlobReader(blobs), hooks, hasRefs).value(tree, 0);
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new DecodeError("a value is not JSON");
  }
}

/** One walk over one text. Plain objects and arrays of the parsed tree become the result's. */
export class Decoder {
  readonly blobs: BlobReader;
  readonly hooks: DecodeHooks;
  readonly budget: Budget = newBudget();
  /** The objects by number; kept only where the text refers to any. */
  readonly #objects = record<object>();
  readonly #hasRefs: boolean;
  #count = 0;

  constructor(blobs: BlobReader, hooks: DecodeHooks, hasRefs: boolean) {
    this.blobs = blobs;
    this.hooks = hooks;
    this.#hasRefs = hasRefs;
  }

  /** The value of a node around which `depth` brackets are open. */
  value(node: unknown, depth: number): unknown {
    if (typeof node !== "object" || node === null) return node;
    if (depth >= MAX_DEPTH + LEAF_DEPTH) {
      throw new DecodeError("a value is nested deeper than " + MAX_DEPTH + " levels");
    }
    if (isArray(node)) return this.items(this.mention(this.reserve(), node), depth + 1);
    const bag = node as Record<string, unknown>;
    if (!hasOwn(bag, "$")) {
      this.mention(this.reserve(), bag);
      return this.properties(bag, depth + 1);
    }
    const tag = bag["$"];
    const decode = typeof tag === "string" ? DECODERS[tag] : undefined;
    if (decode === undefined) throw new DecodeError("a value has an unknown tag");
    return decode(this, bag, depth);
  }

  /** The next number; an object has its own before its contents have theirs. */
  reserve(): number {
    return this.#count++;
  }

  /** Makes an object the one its number refers to. */
  mention<T extends object>(number: number, object: T): T {
    if (this.#hasRefs) this.#objects[number] = object;
    return object;
  }

  /** The object of a number, unless none has it yet. */
  mentioned(number: number): object | undefined {
    return this.#objects[number];
  }

  /** Puts values in the place of nodes. */
  properties(bag: Record<string, unknown>, depth: number): Record<string, unknown> {
    const keys = keysOf(bag);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string;
      const node = bag[key];
      if (typeof node !== "object" || node === null) continue;
      const value = this.value(node, depth);
      // The property is the object's own, `__proto__` too: no setter is asked.
      if (value !== node) bag[key] = value;
    }
    return bag;
  }

  /** Puts values in the place of nodes, each the array's own, as the parser made it. */
  items(nodes: unknown[], depth: number): unknown[] {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index];
      if (typeof node !== "object" || node === null) continue;
      const value = this.value(node, depth);
      if (value !== node) nodes[index] = value;
    }
    return nodes;
  }
}
