import { MAX_CHARS } from "../json.ts";
import {
  bigIntText,
  getPrototypeOf,
  isFinite,
  MapCtor,
  mapGet,
  mapSet,
  sliceString,
} from "../primordials.ts";
import { BlobWriter } from "./blob-writer.ts";
import { type Budget, newBudget } from "./budget.ts";
import { ENCODERS } from "./encoders.ts";
import { SerializationError } from "./errors.ts";
import {
  inertArray,
  LEAF_DEPTH,
  MAX_BIGINT_DIGITS,
  MAX_DEPTH,
  type Node,
  tagged,
} from "./format.ts";
import { kindOf } from "./kinds.ts";
import { renderPath, type Step } from "./path.ts";
import { encodePlain } from "./plain.ts";
import { writeTree } from "./write.ts";

/** How a value is encoded, and what is done with its live parts. */
export interface EncodeOptions {
  /** What the value is called in messages, as in `args[0]`. */
  root: string;
  /** Keeps a function and gives the number the other side calls it by; without it, refused. */
  onFunction?: (fn: (...args: never[]) => unknown) => number;
  /** Keeps a promise and gives the number it is settled by; without it, refused. */
  onPromise?: (promise: object) => number;
  /** Errors keep their stack. For a guest only: a host's stack is none of a guest's business. */
  stacks?: boolean;
}

/** A value on its way: JSON text, and the bytes it refers to by index. */
export interface Encoded {
  text: string;
  /** Fresh copies, which belong to whoever asked for the encoding. */
  blobs: ArrayBuffer[];
}

/**
 * Turns a value into text and blobs; throws a `SerializationError` with the path of what
 * cannot cross. Getters and proxies of the value run, and what they throw comes out as it is.
 */
export function encodeValue(value: unknown, options: EncodeOptions): Encoded {
  const plain = encodePlain(value);
  if (plain !== undefined) return checkSize(plain, [], 0, options.root);
  const encoder = new Encoder(options);
  const tree = encoder.node(value, 0);
  const bytes = encoder.blobs.measure(MAX_CHARS, options.root);
  const blobs = encoder.blobs.copy(options.root);
  return checkSize(write(tree, encoder.deepest, options.root), blobs, bytes, options.root);
}

function write(tree: Node, deepest: number, root: string): string {
  try {
    return writeTree(tree, deepest);
  } catch {
    throw new SerializationError(
      root + ": a value of more than " + MAX_CHARS + " characters cannot cross",
    );
  }
}

function checkSize(text: string, blobs: ArrayBuffer[], bytes: number, root: string): Encoded {
  const size = text.length + bytes;
  if (size <= MAX_CHARS) return { text, blobs };
  throw new SerializationError(
    root + ": " + size + " characters and bytes cannot cross; at most " + MAX_CHARS + " can",
  );
}

/** One walk over one value; what it reads, it reads once. */
export class Encoder {
  readonly options: EncodeOptions;
  readonly budget: Budget = newBudget();
  readonly blobs = new BlobWriter();
  /** The step taken at each level, for the messages. */
  readonly steps = inertArray<Step>();
  readonly #numbers = new MapCtor<object, number>();
  #count = 0;
  #deepest = 0;

  constructor(options: EncodeOptions) {
    this.options = options;
  }

  /** How deep the brackets of the tree nest at most. */
  get deepest(): number {
    return this.#deepest + LEAF_DEPTH;
  }

  /**
   * The node of a value around which `depth` brackets are open. Objects are dealt with in here:
   * a call more for each level, and QuickJS runs out of stack before `MAX_DEPTH`.
   */
  node(value: unknown, depth: number): Node {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) {
      return this.#leaf(value, depth);
    }
    const known = this.mention(value);
    if (known !== undefined) {
      this.blobs.takeWhole(value);
      return tagged("ref", known);
    }
    if (depth >= MAX_DEPTH) {
      const reason = "it is nested deeper than " + MAX_DEPTH + " levels; a Map or Set counts twice";
      throw new SerializationError(renderPath(this.options.root, this.steps, 3) + "...: " + reason);
    }
    if (depth > this.#deepest) this.#deepest = depth;
    const encode = ENCODERS[kindOf(value)];
    return encode === undefined
      ? this.refuse(depth, describe(value) + " cannot cross; send a plain object")
      : encode(this, value, depth);
  }

  #leaf(value: unknown, depth: number): Node {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        return encodeNumber(value);
      case "undefined":
        return tagged("undefined");
      case "bigint":
        return this.#bigint(value, depth);
      case "symbol":
        return this.refuse(depth, "a symbol cannot cross; send its description");
      default:
        return null;
    }
  }

  /** The number of an object that was mentioned before, or `undefined` after giving it one. */
  mention(value: object): number | undefined {
    const known = mapGet(this.#numbers, value) as number | undefined;
    if (known === undefined) mapSet(this.#numbers, value, this.#count++);
    return known;
  }

  /** Throws: the value at this depth of the current path cannot cross. */
  refuse(depth: number, reason: string): never {
    throw new SerializationError(renderPath(this.options.root, this.steps, depth) + ": " + reason);
  }

  /** Throws if there is a reason to. */
  check(depth: number, reason: string | undefined): void {
    if (reason !== undefined) this.refuse(depth, reason);
  }

  #bigint(value: bigint, depth: number): Node {
    const digits = bigIntText(value, 16);
    if (digits.length > MAX_BIGINT_DIGITS) {
      this.refuse(depth, "a bigint of more than " + MAX_BIGINT_DIGITS * 4 + " bits cannot cross");
    }
    return tagged("bigint", digits);
  }
}

function encodeNumber(value: number): Node {
  if (isFinite(value)) return value === 0 && 1 / value < 0 ? tagged("-0") : value;
  if (value > 0) return tagged("Infinity");
  return tagged(value < 0 ? "-Infinity" : "NaN");
}

/** A class by its own name, which may be a lie or a trap: it is only read for the message. */
function describe(value: object): string {
  let name: unknown;
  try {
    name = (getPrototypeOf(value) as { constructor?: { name?: unknown } }).constructor?.name;
  } catch {}
  return typeof name === "string" && name !== ""
    ? "a class instance of " + sliceString(name, 0, 100)
    : "an object with a prototype of its own";
}
