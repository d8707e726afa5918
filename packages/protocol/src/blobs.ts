/**
 * Bytes inside JSON frames. Between threads the blobs of a value travel as they are; on a pipe or
 * a socket they are base64, made and read natively outside the sandbox.
 */
import { decodeFrame, encodeFrame } from "./frames.js";

/** Renders a message as one line of JSON, its bytes as base64. */
export function encodeMessage(message: object): string {
  return encodeFrame(
    mapBlobs(message, (blob) => (blob instanceof Uint8Array ? toBase64(blob) : blob)),
  );
}

/** Reads what `encodeMessage` wrote; limits come first. Throws a `FrameError`. */
export function decodeMessage(line: string): unknown {
  return mapBlobs(decodeFrame(line), (blob) =>
    typeof blob === "string" ? fromBase64(blob) : blob,
  );
}

/** Values stand in three places of a message; their blobs are replaced, the rest is kept. */
function mapBlobs(message: unknown, map: (blob: unknown) => unknown): unknown {
  if (typeof message !== "object" || message === null) return message;
  const { value, module } = message as { value?: unknown; module?: { values?: unknown } };
  if (value !== undefined) return { ...message, value: mapValue(value, map) };
  if (typeof module === "object" && module !== null) {
    return { ...message, module: { ...module, values: mapValue(module.values, map) } };
  }
  return message;
}

function mapValue(value: unknown, map: (blob: unknown) => unknown): unknown {
  const blobs = (value as { blobs?: unknown } | null | undefined)?.blobs;
  if (!Array.isArray(blobs)) return value;
  // `blobs.map` would ask a list from a thread for a `constructor` of its own.
  return { ...(value as object), blobs: Array.from(blobs, (blob: unknown) => map(blob)) };
}

const CHUNK = 0x8000;

function toBase64(bytes: Uint8Array): string {
  if (typeof Buffer !== "undefined") {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  }
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array {
  if (typeof Buffer !== "undefined") {
    // A copy: Buffer's own memory is shared with other buffers.
    return new Uint8Array(Buffer.from(text, "base64"));
  }
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
