import {
  ArrayBufferCtor,
  bufferLength,
  copyBytes,
  define,
  MapCtor,
  mapGet,
  mapSet,
  PLAIN,
  Uint8ArrayCtor,
} from "../primordials.ts";
import { SerializationError } from "./errors.ts";
import { inertArray } from "./format.ts";

/** A part of a buffer that crosses, and the node that says where it lies. */
interface Part {
  from: number;
  to: number;
  node: Record<PropertyKey, unknown> | undefined;
}

interface Source {
  buffer: ArrayBuffer;
  parts: Part[];
  count: number;
  /** What the value shows of it. */
  start: number;
  end: number;
  /** The largest element of a view: the blob starts where all of them can lie. */
  alignment: number;
}

/** Behind every buffer's end. */
const NOWHERE = 2 ** 53;

/**
 * Collects the bytes of one value. Of a buffer that only views mention, only what they show is
 * copied, the rest of the blob is zero: a Node `Buffer` is often a view of a pool that holds
 * bytes of everything else the process does, and those must not reach a guest.
 */
export class BlobWriter {
  readonly #sources = inertArray<Source>();
  readonly #byBuffer = new MapCtor<object, Source>();
  #count = 0;

  /** Gives a buffer its place in the list of blobs. */
  add(buffer: ArrayBuffer): number {
    const source: Source = {
      buffer,
      parts: inertArray<Part>(),
      count: 0,
      start: NOWHERE,
      end: 0,
      alignment: 1,
    };
    mapSet(this.#byBuffer, buffer, source);
    this.#sources[this.#count] = source;
    return this.#count++;
  }

  /** The value mentions the buffer itself; does nothing for other objects. */
  takeWhole(value: object): void {
    const source = mapGet(this.#byBuffer, value) as Source | undefined;
    if (source === undefined) return;
    takeRange(source, 0, bufferLength(source.buffer), undefined);
  }

  /** The value mentions a view; its `node.o` is set when the blob is made. */
  takePart(buffer: object, from: number, length: number, size: number, node: Part["node"]): void {
    const source = mapGet(this.#byBuffer, buffer) as Source;
    if (size > source.alignment) source.alignment = size;
    takeRange(source, from, from + length * size, node);
  }

  /** How many bytes there are; refused before a single one is allocated. */
  measure(most: number, root: string): number {
    let bytes = 0;
    for (let index = 0; index < this.#count; index++) {
      const source = this.#sources[index] as Source;
      bytes += source.end - blobStart(source);
    }
    if (bytes <= most) return bytes;
    throw new SerializationError(
      root + ": " + bytes + " bytes of binary data cannot cross; at most " + most + " can",
    );
  }

  /** Makes the blobs. */
  copy(root: string): ArrayBuffer[] {
    const blobs: ArrayBuffer[] = [];
    for (let index = 0; index < this.#count; index++) {
      const source = this.#sources[index] as Source;
      try {
        define(blobs, index, copySource(source), PLAIN);
      } catch {
        // Transferred away, or made shorter by a getter of the same value.
        throw new SerializationError(root + ": a detached or shrunken buffer cannot cross");
      }
    }
    return blobs;
  }
}

function takeRange(source: Source, from: number, to: number, node: Part["node"]): void {
  source.parts[source.count++] = { from, to, node };
  if (from < source.start) source.start = from;
  if (to > source.end) source.end = to;
}

function blobStart({ start, alignment }: Source): number {
  return start - (start % alignment);
}

function copySource(source: Source): ArrayBuffer {
  const { buffer, parts, count, end } = source;
  const start = blobStart(source);
  const blob = new ArrayBufferCtor(end - start);
  const bytes = new Uint8ArrayCtor(blob);
  // What has been copied in one piece: a thousand views of the same bytes cost one copy.
  let low = 0;
  let high = 0;
  for (let index = 0; index < count; index++) {
    const { from, to, node } = parts[index] as Part;
    if (node !== undefined) node["o"] = from - start;
    const part = new Uint8ArrayCtor(buffer, from, to - from);
    if (from >= low && to <= high) continue;
    copyBytes(bytes, part, from - start);
    if (to - from > high - low) {
      low = from;
      high = to;
    }
  }
  return blob;
}
