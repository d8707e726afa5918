import assert from "node:assert/strict";

/** A generator whose runs repeat: a failure names its seed. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An integer below `limit`. */
export function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}

export function pick<T>(random: () => number, items: readonly T[]): T {
  return items[below(random, items.length)] as T;
}

const KEYS = ["a", "b", "$", "v", "__proto__", "toJSON", "length", "0", "7", "4294967295", "é", ""];
const LEAVES = [null, true, false, 0, -0, 1.5, -7, 1e300, Number.NaN, Infinity, -Infinity];
const TEXTS = ["", "$", '"$"', "plain", "\ud800", "\u2028", "x".repeat(300), '{"$":"ref","v":0}'];
const BIGINTS = [0n, 1n, -1n, 2n ** 64n, -(2n ** 200n)];
const ERRORS = [Error, TypeError, RangeError, SyntaxError, EvalError, ReferenceError, URIError];

/** Makes values that `structuredClone` and the codec agree on, with cycles and repeats. */
export class ValueMaker {
  readonly #random: () => number;
  readonly #made: object[] = [];
  #left: number;

  constructor(random: () => number, size: number) {
    this.#random = random;
    this.#left = size;
  }

  make(depth = 0): unknown {
    const random = this.#random;
    if (this.#left-- <= 0 || depth > 12 || random() < 0.3 * Math.sign(depth)) return this.#leaf();
    if (this.#made.length > 0 && random() < 0.15) return pick(random, this.#made);
    return pick(random, this.#containers)(depth + 1);
  }

  #leaf(): unknown {
    const random = this.#random;
    const lists = [LEAVES, LEAVES, TEXTS, BIGINTS, [undefined]];
    return pick<unknown>(random, pick<readonly unknown[]>(random, lists));
  }

  #keep<T extends object>(value: T): T {
    this.#made.push(value);
    return value;
  }

  readonly #containers: ((depth: number) => object)[] = [
    (depth) => this.#object(this.#keep({}), depth),
    (depth) => this.#object(this.#keep({}), depth),
    (depth) => {
      const array: unknown[] = this.#keep([]);
      for (let count = below(this.#random, 5); count > 0; count--) array.push(this.make(depth));
      if (this.#random() < 0.2) array.length += below(this.#random, 4);
      if (this.#random() < 0.1) Object.assign(array, { name: this.make(depth) });
      return array;
    },
    (depth) => {
      const map = this.#keep(new Map());
      for (let n = below(this.#random, 4); n > 0; n--) map.set(this.make(depth), this.make(depth));
      return map;
    },
    (depth) => {
      const set = this.#keep(new Set());
      for (let count = below(this.#random, 4); count > 0; count--) set.add(this.make(depth));
      return set;
    },
    () => this.#keep(new Date(pick(this.#random, [0, 1e12, -1, Number.NaN, 8.64e15]))),
    () => this.#keep(pick(this.#random, [/a/gi, /[/\n]/su, /(?:)/, /(?<x>.)\k<x>/dy])),
    () => this.#keep(Object(pick(this.#random, [true, -0, Number.NaN, "text", 12n]))),
    (depth) => {
      const message = pick(this.#random, ["", "broken", "\ud800"]);
      const error = this.#keep(new (pick(this.#random, ERRORS))(message));
      if (this.#random() < 0.5) {
        const flags = { writable: true, enumerable: false, configurable: true };
        Object.defineProperty(error, "cause", { value: this.make(depth), ...flags });
      }
      return error;
    },
    () => this.#buffer(),
    () => this.#view(),
    () => this.#view(),
  ];

  #object(object: Record<string, unknown>, depth: number): object {
    for (let count = below(this.#random, 5); count > 0; count--) {
      const value = this.make(depth);
      const flags = { value, writable: true, enumerable: true, configurable: true };
      Object.defineProperty(object, pick(this.#random, KEYS), flags);
    }
    return object;
  }

  #buffer(): ArrayBuffer {
    const old = this.#made.filter((value) => value instanceof ArrayBuffer);
    if (old.length > 0 && this.#random() < 0.5) return pick(this.#random, old);
    const bytes = new Uint8Array(8 * below(this.#random, 6));
    for (let index = 0; index < bytes.length; index++) bytes[index] = below(this.#random, 256);
    return this.#keep(bytes.buffer);
  }

  #view(): object {
    const buffer = this.#buffer();
    const Class = pick(this.#random, VIEWS);
    const size = Class.BYTES_PER_ELEMENT ?? 1;
    const offset = below(this.#random, buffer.byteLength / size + 1);
    const length = below(this.#random, buffer.byteLength / size - offset + 1);
    return this.#keep(new Class(buffer, offset * size, length));
  }
}

interface ViewClass {
  new (buffer: ArrayBuffer, offset?: number, length?: number): ArrayBufferView;
  BYTES_PER_ELEMENT?: number;
}

/** Every class of views that this Node has. */
export const VIEWS: ViewClass[] = [
  DataView,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
];

/**
 * Asserts that two values are the same graph: equal in kind, content and order of keys, and
 * alike in which of their parts are one and the same object. Of a buffer that only views show,
 * what no view shows may differ, and where the views begin in it.
 */
export function assertSameGraph(actual: unknown, expected: unknown): void {
  new GraphComparer().same(actual, expected, "value");
}

class GraphComparer {
  readonly #forth = new Map<object, object>();
  readonly #back = new Map<object, object>();
  readonly #shifts = new Map<object, number>();

  same(actual: unknown, expected: unknown, path: string): void {
    if (typeof expected !== "object" || expected === null) {
      assert.ok(Object.is(actual, expected), `${path}: ${String(actual)}, not ${String(expected)}`);
      return;
    }
    assert.ok(typeof actual === "object" && actual !== null, `${path} is not an object`);
    const isNew = this.#pair(actual, expected, path);
    // A buffer may have been paired by a view, which does not look at all of it.
    if (expected instanceof ArrayBuffer) this.#sameBytes(actual, expected, path);
    else if (!isNew) return;
    else if (ArrayBuffer.isView(expected)) this.#sameView(actual as DataView, expected, path);
    else this.#sameObject(actual, expected, path);
  }

  #pair(actual: object, expected: object, path: string): boolean {
    const known = this.#forth.get(actual);
    assert.equal(known, this.#back.has(expected) ? expected : undefined, `${path}: identity`);
    if (known !== undefined) return false;
    this.#forth.set(actual, expected);
    this.#back.set(expected, actual);
    return true;
  }

  #sameObject(actual: object, expected: object, path: string): void {
    const kind = Object.prototype.toString.call(expected);
    assert.equal(Object.prototype.toString.call(actual), kind, path);
    assert.equal(Object.getPrototypeOf(actual), Object.getPrototypeOf(expected), path);
    if (expected instanceof Date) assert.equal(Number(actual), expected.getTime(), path);
    if (expected instanceof RegExp) assert.equal(String(actual), String(expected), path);
    if (/Boolean|Number|String|BigInt/.test(kind)) {
      assert.ok(Object.is(actual.valueOf(), expected.valueOf()), path);
    }
    if (expected instanceof Map || expected instanceof Set) {
      const list = [...(actual as Map<unknown, unknown>)].flat();
      const wanted: unknown[] = [...expected].flat();
      assert.equal(list.length, wanted.length, path);
      wanted.forEach((item, index) => {
        this.same(list[index], item, `${path}(${index})`);
      });
    }
    this.#sameProperties(actual, expected, path);
  }

  #sameProperties(actual: object, expected: object, path: string): void {
    const isError = expected instanceof Error;
    const keys = Reflect.ownKeys(expected).filter((key) => !(isError && key === "stack"));
    const others = Reflect.ownKeys(actual).filter((key) => !(isError && key === "stack"));
    assert.deepEqual(others, keys, path);
    for (const key of keys) {
      const { value: wanted, ...flags } = Object.getOwnPropertyDescriptor(expected, key)!;
      const { value, ...otherFlags } = Object.getOwnPropertyDescriptor(actual, key)!;
      assert.deepEqual(otherFlags, flags, `${path}.${String(key)}`);
      this.same(value, wanted, `${path}.${String(key)}`);
    }
  }

  #sameView(actual: ArrayBufferView, expected: ArrayBufferView, path: string): void {
    assert.equal(actual.constructor, expected.constructor, path);
    this.#pair(actual.buffer, expected.buffer, `${path}.buffer`);
    const shift = expected.byteOffset - actual.byteOffset;
    assert.equal(this.#shifts.get(actual.buffer) ?? shift, shift, `${path} is shifted`);
    this.#shifts.set(actual.buffer, shift);
    assert.deepEqual(bytesOf(actual), bytesOf(expected), path);
  }

  #sameBytes(actual: object, expected: ArrayBuffer, path: string): void {
    assert.ok(actual instanceof ArrayBuffer, path);
    assert.deepEqual(new Uint8Array(actual), new Uint8Array(expected), path);
  }
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
