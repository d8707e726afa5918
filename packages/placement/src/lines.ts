import { FrameError, MAX_FRAME_CHARS } from "@execbox/protocol";

const LINE_FEED = 0x0a;
/** Three bytes of UTF-8 for each character a frame may have. */
const MAX_LINE_BYTES = 3 * MAX_FRAME_CHARS;

/**
 * Cuts a byte stream into lines. A line that is too long is refused while it comes in: what is
 * held never exceeds the limit.
 */
export class LineReader {
  readonly #onLine: (line: string) => void;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #held = 0;

  constructor(onLine: (line: string) => void, maxBytes = MAX_LINE_BYTES) {
    this.#onLine = onLine;
    this.#maxBytes = maxBytes;
  }

  /** Takes the next bytes; throws `FrameError` when a line outgrows the limit. */
  push(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end < 0) break;
      this.#hold(chunk.subarray(start, end));
      this.#flush();
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  #hold(part: Buffer): void {
    this.#held += part.length;
    if (this.#held > this.#maxBytes) {
      throw new FrameError(`a line is over the limit of ${this.#maxBytes} bytes`);
    }
    this.#parts.push(part);
  }

  #flush(): void {
    const line = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#held = 0;
    if (line.length > 0) this.#onLine(line.toString("utf8"));
  }
}
