import {
  type Encoded,
  type EncodeOptions,
  encodeValue as encode,
} from "../runtime/values/index.js";

export {
  type Blob,
  DecodeError,
  type DecodeHooks,
  decodeValue,
  type Encoded,
  SerializationError,
} from "../runtime/values/index.js";

/** How a host encodes: as a guest does, but its stacks stay at home. */
export type HostEncodeOptions = Omit<EncodeOptions, "stacks">;

/**
 * Turns a host's value into text and blobs for a guest; throws a `SerializationError` that
 * begins with the path of what cannot cross. The same code runs inside the sandbox.
 *
 * @example
 * const { text, blobs } = encodeValue(new Map([["a", 1n]]), { root: "args[0]" });
 * decodeValue(text, blobs); // Map(1) { 'a' => 1n }
 */
export function encodeValue(value: unknown, options: HostEncodeOptions): Encoded {
  return encode(value, { ...options, stacks: false });
}
