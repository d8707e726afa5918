import type { Binding, Handle } from "./binding.js";
import { COUNTER_NAME } from "./wasm-patch.js";

/**
 * A running engine as bytes. QuickJS keeps all of its state in one linear memory and one
 * global, so that copying these back is a new sandbox: every byte is the image's.
 *
 * Handles made before the image was taken are part of it and valid after every restore; all
 * others die with the run.
 */
export interface Image {
  /** How long the memory was. Longer means that a run made it grow. */
  length: number;
  segments: readonly Segment[];
  stackPointer: number;
  scratch: number;
  /** The runtime's `enter` function. */
  enter: Handle;
  undefined: Handle;
  /** What the engine itself occupies; a guest's limit counts from here. */
  usedBytes: number;
}

interface Segment {
  at: number;
  bytes: Uint8Array;
}

const PAGE = 4_096;
const WASM_PAGE = 65_536;

/** Takes the image of an engine between two calls. */
export function takeImage(binding: Binding, enter: Handle, undefinedHandle: Handle): Image {
  const { bytes, exports } = binding;
  return {
    length: bytes.length,
    segments: findSegments(bytes),
    stackPointer: exports.__stack_pointer.value,
    scratch: binding.scratch,
    enter,
    undefined: undefinedHandle,
    usedBytes: measureUse(binding),
  };
}

/** Makes an engine be what the image shows, whatever it was before; even after a trap. */
export function restoreImage(binding: Binding, image: Image): void {
  const { exports } = binding;
  const missing = image.length - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(missing / WASM_PAGE);
  const { bytes } = binding;
  let end = 0;
  for (const segment of image.segments) {
    if (segment.at > end) bytes.fill(0, end, segment.at);
    bytes.set(segment.bytes, segment.at);
    end = segment.at + segment.bytes.length;
  }
  bytes.fill(0, end);
  exports.__stack_pointer.value = image.stackPointer;
  exports[COUNTER_NAME].value = 0;
  binding.adopt(image.scratch);
}

/** The runs of pages that are not all zero. */
function findSegments(bytes: Uint8Array): Segment[] {
  const segments: Segment[] = [];
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  let start = -1;
  for (let at = 0; at <= bytes.length; at += PAGE) {
    const used = at < bytes.length && !isZero(words, at / 4, (at + PAGE) / 4);
    if (used && start < 0) start = at;
    if (!used && start >= 0) {
      segments.push({ at: start, bytes: bytes.slice(start, at) });
      start = -1;
    }
  }
  return segments;
}

function isZero(words: Uint32Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    if (words[index] !== 0) return false;
  }
  return true;
}

const USAGE_FIELDS = 26;

/** What the engine has allocated, by its own count. */
export function measureUse({ exports }: Binding): number {
  const out = exports.wasm_malloc(USAGE_FIELDS * 8);
  exports.qjs_compute_memory_usage(out);
  const used = Number(new DataView(exports.memory.buffer).getBigInt64(out, true));
  exports.wasm_free(out);
  return used;
}
