import type { Writable } from "node:stream";

/** What `process.stdout` and `process.stderr` are for a command. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number };

/** Text in the colours of a terminal, or as it is where colour is not wanted. */
export type Paint = (text: string) => string;

/** The colours in use, each named after what it says. */
export interface Style {
  strong: Paint;
  faint: Paint;
  good: Paint;
  bad: Paint;
  warn: Paint;
  accent: Paint;
}

/** One of the two outputs of a command. */
export class Terminal {
  /** Whether a person looks at it. */
  readonly interactive: boolean;
  readonly style: Style;
  readonly #stream: OutputStream;
  readonly #live: LiveLine;

  constructor(stream: OutputStream, env: NodeJS.ProcessEnv, live: LiveLine) {
    this.#stream = stream;
    this.#live = live;
    this.interactive = stream.isTTY === true && env["TERM"] !== "dumb";
    this.style = wantsColour(this.interactive, env) ? COLOURED : PLAIN;
  }

  /** How wide a line may be; 80 where nobody looks. */
  get columns(): number {
    return this.interactive ? Math.max(40, this.#stream.columns ?? 80) : 80;
  }

  /** What is behind it, for what must notice when nobody reads. */
  get stream(): Writable {
    return this.#stream;
  }

  /** Writes text as it is. */
  write(text: string): void {
    this.#live.around(() => this.#stream.write(text));
  }

  /** Writes one line. */
  line(text = ""): void {
    this.write(`${text}\n`);
  }

  /**
   * Keeps one line at the bottom that is replaced each time; `undefined` takes it away. Does
   * nothing where nobody looks.
   */
  live(text: string | undefined): void {
    if (this.interactive) this.#live.show(text, this.#stream);
  }
}

/**
 * The line at the bottom. Both outputs share it: whatever is written to either of them goes above
 * it.
 */
export class LiveLine {
  #text: string | undefined;
  #stream: OutputStream | undefined;

  show(text: string | undefined, stream: OutputStream): void {
    if (text === this.#text) return;
    stream.write(text === undefined ? ERASE : `${ERASE}${text}`);
    this.#text = text;
    this.#stream = stream;
  }

  around(write: () => void): void {
    if (this.#text !== undefined) this.#stream?.write(ERASE);
    write();
    if (this.#text !== undefined) this.#stream?.write(this.#text);
  }
}

const ERASE = "\r\u001b[2K";

function wantsColour(interactive: boolean, env: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no } = env;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  return interactive && (no === undefined || no === "");
}

const paint =
  (code: number, end: number): Paint =>
  (text) =>
    `\u001b[${code}m${text}\u001b[${end}m`;

const COLOURED: Style = {
  strong: paint(1, 22),
  faint: paint(2, 22),
  good: paint(32, 39),
  bad: paint(31, 39),
  warn: paint(33, 39),
  accent: paint(36, 39),
};

const plain: Paint = (text) => text;

const PLAIN: Style = {
  strong: plain,
  faint: plain,
  good: plain,
  bad: plain,
  warn: plain,
  accent: plain,
};
