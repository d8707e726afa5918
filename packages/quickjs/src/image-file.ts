import type { Handle } from "./binding.js";
import type { Image } from "./image.js";

/**
 * The base image as a file, made when the package is built: a program that starts copies it
 * instead of booting the engine and compiling the guest runtime. The layout is a line of JSON,
 * a line feed, and the segments one after the other.
 */
export function encodeImage(image: Image): Uint8Array<ArrayBuffer> {
  const { segments, ...rest } = image;
  const header: ImageHeader = {
    ...rest,
    segments: segments.map(({ at, bytes }) => [at, bytes.length]),
  };
  const head = new TextEncoder().encode(`${JSON.stringify(header)}\n`);
  const total = segments.reduce((sum, { bytes }) => sum + bytes.length, head.length);
  const file = new Uint8Array(total);
  file.set(head);
  let at = head.length;
  for (const { bytes } of segments) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}

/** Reads what `encodeImage` wrote. */
export function decodeImage(file: Uint8Array): Image {
  const end = file.indexOf(0x0a);
  const header = JSON.parse(new TextDecoder().decode(file.subarray(0, end))) as ImageHeader;
  let at = end + 1;
  const segments = header.segments.map(([start, length]) => {
    const bytes = file.slice(at, at + length);
    at += length;
    return { at: start, bytes };
  });
  if (at !== file.length) throw new Error("the image file has another length than it says");
  return { ...header, segments };
}

interface ImageHeader extends Omit<Image, "segments" | "enter" | "undefined"> {
  enter: Handle;
  undefined: Handle;
  segments: [at: number, length: number][];
}
