import {
  ArrayBufferCtor,
  bufferLength,
  copyBytes,
  create,
  DataViewCtor,
  record,
  typedBuffer,
  typedLength,
  Uint8ArrayCtor,
} from "../primordials.ts";
import { DecodeError, SerializationError } from "./errors.ts";
import { VIEW_SIZES } from "./format.ts";

/** Bytes that came with a text. */
export type Blob = ArrayBuffer | Uint8Array;

/** Hands out the blobs of one text, each once: two mentions would be a `ref`. */
export class BlobReader {
  readonly #blobs: readonly Blob[];
  readonly #taken = record<boolean>();

  constructor(blobs: readonly Blob[]) {
    this.#blobs = blobs;
  }

  take(index: number): ArrayBuffer {
    if (index >= this.#blobs.length || this.#taken[index] === true) {
      throw new DecodeError("a value refers to a blob that it does not have");
    }
    this.#taken[index] = true;
    return toBuffer(this.#blobs[index] as Blob);
  }
}

/** The buffer itself where the blob is all of it; a copy of the part where it is not. */
function toBuffer(blob: Blob): ArrayBuffer {
  const whole = lengthOf(blob);
  if (whole !== undefined) return blob as ArrayBuffer;
  const buffer = typedBuffer(blob) as ArrayBuffer;
  if (lengthOf(buffer) === typedLength(blob)) return buffer;
  const copy = new ArrayBufferCtor(typedLength(blob));
  copyBytes(new Uint8ArrayCtor(copy), blob as Uint8Array, 0);
  return copy;
}

type ViewCtor = new (buffer: ArrayBuffer, offset: number, length: number) => object;

/** The classes of views this engine has. */
const CLASSES = create(null) as Record<string, ViewCtor | undefined>;
for (const name of Object.keys(VIEW_SIZES)) {
  CLASSES[name] = (globalThis as unknown as Record<string, ViewCtor | undefined>)[name];
}
CLASSES["DataView"] = DataViewCtor as ViewCtor;

/** A view of a buffer that was decoded before it; all of it must lie inside. */
export function makeView(name: string, buffer: unknown, offset: number, length: number): object {
  const size = VIEW_SIZES[name];
  const bytes = lengthOf(buffer);
  if (size === undefined || bytes === undefined) {
    throw new DecodeError("a value is malformed: a view of an unknown class or of no buffer");
  }
  if (offset % size !== 0 || offset > bytes || length > (bytes - offset) / size) {
    throw new DecodeError("a value is malformed: a view lies outside its buffer");
  }
  const ViewClass = CLASSES[name];
  if (ViewClass === undefined) throw new SerializationError("this engine has no " + name);
  return new ViewClass(buffer as ArrayBuffer, offset, length);
}

function lengthOf(value: unknown): number | undefined {
  try {
    return bufferLength(value);
  } catch {
    return undefined;
  }
}
