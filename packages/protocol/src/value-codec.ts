import { decodeFrame, encodeFrame } from "./frames.js";

/** How the texts of a realm become the values of messages, and back. */
export interface ValueCodec {
  /** From a guest's text; throws what a `done` should say. */
  decode(text: string): unknown;
  /** To a guest's text. */
  encode(value: unknown): string;
}

/** Messages hold values; the guest's text is limited, then parsed. */
export const JSON_VALUES: ValueCodec = {
  decode: (text) => decodeFrame(text),
  encode: (value) => encodeFrame(value),
};

/** Messages hold the texts themselves; whoever receives them limits and parses. */
export const TEXT_VALUES: ValueCodec = {
  decode: (text) => text,
  encode: (value) => String(value),
};
