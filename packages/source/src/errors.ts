import { type Position, positionAt } from "./text.js";

/**
 * Guest text that cannot be run as it stands.
 *
 * `line` and `column` are 1-based and point into the author's own text, also
 * when the code stood inside a Markdown fence or had its types erased. They are
 * absent when no single place is to blame (a source that is too large).
 */
export class GuestSyntaxError extends SyntaxError {
  override readonly name: string = "GuestSyntaxError";
  /** What went wrong, without the position that `message` ends with. */
  readonly reason: string;
  /** 1-based line in the author's text. */
  readonly line?: number;
  /** 1-based column in the author's text, in UTF-16 code units. */
  readonly column?: number;

  constructor(reason: string, position?: Position) {
    super(
      position === undefined
        ? reason
        : `${reason} (line ${position.line}, column ${position.column})`,
    );
    this.reason = reason;
    if (position !== undefined) {
      this.line = position.line;
      this.column = position.column;
    }
  }

  /** The same complaint, `lines` further down: what a fence does to a position. */
  movedDown(lines: number): GuestSyntaxError {
    if (lines === 0 || this.line === undefined || this.column === undefined) return this;
    return new GuestSyntaxError(this.reason, { line: this.line + lines, column: this.column });
  }
}

/** A {@link GuestSyntaxError} about the character at `offset` of `text`. */
export function syntaxErrorAt(text: string, offset: number, reason: string): GuestSyntaxError {
  return new GuestSyntaxError(reason, positionAt(text, offset));
}

/** The result of `action`, or the {@link GuestSyntaxError} it threw; other errors go through. */
export function attempt<T>(action: () => T): T | GuestSyntaxError {
  try {
    return action();
  } catch (error) {
    if (error instanceof GuestSyntaxError) return error;
    throw error;
  }
}

/** Of two complaints about one text, the one that understood more of it; the first if equal. */
export function furtherOf(first: GuestSyntaxError, second: GuestSyntaxError): GuestSyntaxError {
  const lines = (second.line ?? 0) - (first.line ?? 0);
  const columns = (second.column ?? 0) - (first.column ?? 0);
  return lines > 0 || (lines === 0 && columns > 0) ? second : first;
}
