import { messageOf } from "@execbox/core";
import { decodeValue, encodeValue } from "@execbox/guest/values";
import {
  assertFrame,
  type CallAnswer,
  type Dispatch,
  type ToolCallMessage,
  type WireValue,
} from "@execbox/protocol";

type HostFunction = (...args: unknown[]) => unknown;

/**
 * The host's functions and promises that one run can reach, by number. They live until the run
 * ends; the guest knows numbers only, and a number it was not given reaches nothing.
 */
export class Bridge {
  readonly #functions = new Map<number, HostFunction>();
  readonly #numbers = new Map<unknown, number>();
  #next = 1;

  /** A host value for the guest; throws `SerializationError` with the path of what cannot cross. */
  encode(value: unknown, root: string): WireValue {
    const { text, blobs } = encodeValue(value, {
      root,
      onFunction: (fn) => this.#register(fn, fn as HostFunction),
      onPromise: (promise) => {
        // Whether the guest ever looks at it or not, its failure is nobody else's.
        Promise.resolve(promise).catch(() => {});
        return this.#register(promise, () => promise);
      },
    });
    return blobs.length === 0
      ? { text }
      : { text, blobs: blobs.map((blob) => new Uint8Array(blob)) };
  }

  /** A guest's value; throws for anything that is not one. */
  decode({ text, blobs = [] }: WireValue): unknown {
    assertFrame(text);
    return decodeValue(text, blobs.map(toArrayBuffer), {});
  }

  /** Calls a function by its number: at once where its value is at hand. */
  readonly dispatch: Dispatch = (call) => {
    try {
      const result = this.#call(call);
      if (!isThenable(result)) return this.#answer(result);
      return Promise.resolve(result).then(
        (value) => this.#answer(value),
        (thrown) => refuse("tool_error", thrown),
      );
    } catch (thrown) {
      return refuse("tool_error", thrown);
    }
  };

  #call({ safeToolName, value }: ToolCallMessage): unknown {
    const fn = this.#functions.get(Number(safeToolName));
    if (fn === undefined) throw new Error(`there is no host function ${safeToolName}`);
    const args = value === undefined ? [] : this.decode(value);
    if (!Array.isArray(args)) throw new Error("the arguments of a host function must be a list");
    // Without `this`: what a function was taken from is none of the guest's business.
    return Reflect.apply(fn, undefined, args);
  }

  #answer(result: unknown): CallAnswer {
    if (result === undefined) return { ok: true, result: undefined };
    try {
      return { ok: true, value: this.encode(result, "result") };
    } catch (thrown) {
      return refuse("serialization_error", thrown);
    }
  }

  #register(key: unknown, fn: HostFunction): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#next++;
      this.#numbers.set(key, number);
      this.#functions.set(number, fn);
    }
    return number;
  }
}

function refuse(code: "tool_error" | "serialization_error", thrown: unknown): CallAnswer {
  return { ok: false, error: { code, message: messageOf(thrown) } };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    "then" in value &&
    typeof value.then === "function"
  );
}

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength
    ? (bytes.buffer as ArrayBuffer)
    : (bytes.slice().buffer as ArrayBuffer);
}
