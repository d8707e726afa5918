import { GuestSyntaxError } from "./errors.js";
import { endsLine } from "./text.js";

/** The largest guest text, in UTF-8 bytes. */
export const MAX_SOURCE_BYTES = 1024 * 1024;

/**
 * The largest text that may meet the type eraser, in UTF-8 bytes.
 *
 * oxc makes an error object with a copy of the offending line for every mistake
 * it recovers from: 1 MiB of `let a,a,a,...` is half a million of them, 29 s and
 * 1 GB. An eighth of that text costs at worst 1 s and 130 MB.
 */
export const MAX_ERASABLE_BYTES = 128 * 1024;

/**
 * The bound on the sum of squared line lengths of a text that may meet the type
 * eraser, for the same reason: mistakes times line length is what oxc copies. One
 * line of 5,000 characters, or 128 KiB of 190-character lines, still pass.
 */
const MAX_LINE_COST = 25_000_000;

/** Throws a {@link GuestSyntaxError} when `text` is larger than {@link MAX_SOURCE_BYTES}. */
export function assertSourceSize(text: string): void {
  if (exceedsBytes(text, MAX_SOURCE_BYTES)) {
    throw new GuestSyntaxError(
      `The source is larger than ${MAX_SOURCE_BYTES} bytes; pass large data through a tool instead`,
    );
  }
}

/** Throws a {@link GuestSyntaxError} when `text` is more than the type eraser may be given. */
export function assertErasableSize(text: string): void {
  if (exceedsBytes(text, MAX_ERASABLE_BYTES)) {
    throw new GuestSyntaxError(
      `TypeScript source is limited to ${MAX_ERASABLE_BYTES} bytes; write large programs as JavaScript`,
    );
  }
  let cost = 0;
  let line = 1;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !endsLine(text, at)) continue;
    cost += (at - start) ** 2;
    if (cost > MAX_LINE_COST) {
      throw new GuestSyntaxError(
        "The lines of this TypeScript source are too long; break them up or write JavaScript",
        { line, column: 1 },
      );
    }
    line++;
    start = at + 1;
  }
}

/** Counts bytes only when the number of characters leaves the answer open. */
function exceedsBytes(text: string, limit: number): boolean {
  if (text.length * 3 <= limit) return false;
  if (text.length > limit) return true;
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A surrogate counts 2, so that a pair makes the 4 bytes it takes.
    if (code < 0x80) bytes += 1;
    else if (code < 0x800 || (code >= 0xd800 && code <= 0xdfff)) bytes += 2;
    else bytes += 3;
  }
  return bytes > limit;
}
