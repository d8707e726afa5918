/** A place in a text: both numbers are 1-based, columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Whether `code` is one of the four line terminators of ECMAScript. */
export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
}

/**
 * Whether the character at `at` ends a line.
 *
 * Counted as V8 and acorn do. The CR of a CRLF is no end of its own: the LF after it
 * is.
 */
export function endsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 10) return true;
  if (code === 13) return text.charCodeAt(at + 1) !== 10;
  return code === 0x2028 || code === 0x2029;
}

/** Line and column of the character at `offset`. */
export function positionAt(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset; at++) {
    if (endsLine(text, at)) {
      line++;
      start = at + 1;
    }
  }
  return { line, column: offset - start + 1 };
}

/** The offset of a line and column, or `undefined` when the text has no such line. */
export function offsetAt(text: string, position: Position): number | undefined {
  let start = 0;
  for (let line = 1; line < position.line; line++) {
    while (start < text.length && !endsLine(text, start)) start++;
    if (start === text.length) return undefined;
    start++;
  }
  return Math.min(text.length, start + position.column - 1);
}

/** The offset of the next line terminator at or after `from`, or the text's length. */
export function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at++;
  return at;
}

/** Whether `code` is white space in every dialect we read, line terminators aside. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 32 || (code >= 9 && code <= 12 && code !== 10);
  return (
    code === 0xa0 ||
    code === 0xfeff ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** The offset of the first character at or after `from` that is neither space nor comment. */
export function skipTrivia(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isSpace(code) || isLineEnd(code)) {
      at++;
    } else if (text.startsWith("//", at)) {
      at = lineEnd(text, at);
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      if (end === -1) return at;
      at = end + 2;
    } else {
      break;
    }
  }
  return at;
}
