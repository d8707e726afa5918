export type { Blob } from "./blob-reader.ts";
export { type DecodeHooks, decodeValue } from "./decode.ts";
export { type Encoded, type EncodeOptions, encodeValue } from "./encode.ts";
export { DecodeError, SerializationError } from "./errors.ts";
