import { StringDecoder } from "node:string_decoder";
import { DEFAULT_LIMITS, messageOf } from "@execbox/core";

/** A line that does not end is cut into lines of this length. */
const MAX_LINE_CHARS = 8_192;

/** The lines of a body's stderr, within the bounds of every run's logs. */
export class LogLines {
  readonly #onLog: ((line: string) => void) | undefined;
  readonly #decoder = new StringDecoder("utf8");
  /** Those within the bounds; the last of them may be clipped. */
  readonly lines: string[] = [];
  #open = "";
  #room = DEFAULT_LIMITS.maxLogChars;
  /** What the host's own listener did wrong; said once. */
  readonly diagnostics: string[] = [];
  /** The last line that was not blank: what a body says when it dies. */
  last = "";

  constructor(onLog?: (line: string) => void) {
    this.#onLog = onLog;
  }

  push(chunk: Buffer): void {
    const parts = (this.#open + this.#decoder.write(chunk)).split("\n");
    this.#open = parts.pop() ?? "";
    for (const line of parts) this.#add(this.#cut(line));
    this.#open = this.#cut(this.#open);
  }

  end(): void {
    if (this.#open !== "") this.#add(this.#open);
    this.#open = "";
  }

  /** Adds what is over the length as lines of their own, and gives the rest. */
  #cut(line: string): string {
    let rest = line;
    for (; rest.length > MAX_LINE_CHARS; rest = rest.slice(MAX_LINE_CHARS)) {
      this.#add(rest.slice(0, MAX_LINE_CHARS));
    }
    return rest;
  }

  #tell(line: string): void {
    try {
      this.#onLog?.(line);
    } catch (error) {
      if (this.diagnostics.length > 0) return;
      this.diagnostics.push(`onLog threw: ${messageOf(error)}`);
    }
  }

  #add(line: string): void {
    if (line.trim() !== "") this.last = line.trim().slice(0, 500);
    if (this.#room <= 0 || this.lines.length >= DEFAULT_LIMITS.maxLogLines) return;
    const kept = line.slice(0, this.#room);
    this.#room -= kept.length;
    this.lines.push(kept);
    this.#tell(kept);
  }
}
