import type { GuestSyntaxError } from "../errors.js";
import type { Position } from "../text.js";

/** Where a {@link LinkError} points. */
export interface LinkErrorPlace {
  /** The specifier that could not be linked, as its author wrote it. */
  readonly specifier?: string | undefined;
  /** The module that `position` is of. */
  readonly filename?: string | undefined;
  readonly position?: Position | undefined;
}

/**
 * A module graph that cannot be linked: nothing of it has run.
 *
 * `line` and `column` are 1-based and point into the author's own text, also when it
 * had its types erased. They are absent when no single place is to blame (a graph that
 * is too large) or when nobody knows it (a dynamic `import()`).
 */
export class LinkError extends Error {
  override readonly name: string = "LinkError";
  /** What went wrong, without the place that `message` ends with. */
  readonly reason: string;
  /** The specifier that could not be linked, as its author wrote it. */
  readonly specifier?: string;
  /** The module that holds the mistake. */
  readonly filename?: string;
  /** 1-based line in the author's text. */
  readonly line?: number;
  /** 1-based column in the author's text, in UTF-16 code units. */
  readonly column?: number;

  constructor(reason: string, place: LinkErrorPlace = {}) {
    super(reason + inBrackets(place));
    this.reason = reason;
    const { specifier, filename, position } = place;
    if (specifier !== undefined) this.specifier = specifier;
    if (filename !== undefined) this.filename = filename;
    if (position !== undefined) {
      this.line = position.line;
      this.column = position.column;
    }
  }
}

/** A module's own syntax error, as the reason why the graph cannot be linked. */
export function linkErrorOf(error: GuestSyntaxError, filename: string): LinkError {
  const { reason, line, column } = error;
  const position = line === undefined || column === undefined ? undefined : { line, column };
  return new LinkError(reason, { filename, position });
}

/** The most characters of a guest's own word that a message repeats. */
const MAX_QUOTED = 120;

/** A guest's own word for a message: on one line, and short. */
export function quote(word: string): string {
  const short = word.length > MAX_QUOTED ? `${word.slice(0, MAX_QUOTED)}...` : word;
  const escaped = JSON.stringify(short).slice(1, -1).replaceAll('\\"', '"');
  return `'${escaped.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}'`;
}

function inBrackets({ filename, position }: LinkErrorPlace): string {
  const parts: string[] = [];
  if (filename !== undefined) parts.push(filename);
  if (position !== undefined) parts.push(`line ${position.line}, column ${position.column}`);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}
