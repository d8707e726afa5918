import { isLineEnd, isSpace, lineEnd } from "../text.js";

/** The offset after the comment at `at`, or `undefined` if that slash begins none. */
export function commentEnd(text: string, at: number): number | undefined {
  const next = text.charCodeAt(at + 1);
  if (next === 47) return lineEnd(text, at);
  if (next !== 42) return undefined;
  const close = text.indexOf("*/", at + 2);
  return close === -1 ? text.length : close + 2;
}

/** The offset after the string that opens at `at`; a line's end ends it in any case. */
export function stringEnd(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  let end = at + 1;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === quote) return end + 1;
    if (code === 10 || code === 13) return end;
    if (code === 92) {
      // A backslash hides the line break after it, and CRLF is one break.
      if (text.charCodeAt(end + 1) === 13 && text.charCodeAt(end + 2) === 10) end++;
      end++;
    }
    end++;
  }
  return Math.min(end, text.length);
}

/** The offset of the backtick or `${` that ends the template text at `at`, or the text's end. */
export function templateTextEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === 96) return end;
    if (code === 36 && text.charCodeAt(end + 1) === 123) return end;
    end += code === 92 ? 2 : 1;
  }
  return text.length;
}

/** A regular expression literal, as far as a parser's stack is concerned. */
export interface RegexpExtent {
  /** The offset after the closing slash, where the flags begin. */
  readonly end: number;
  /** How deep its groups and classes nest. */
  readonly depth: number;
  readonly namedGroups: number;
}

/** Measures the regular expression that opens at `at`, or `undefined` if its line never closes it. */
export function regexpExtent(text: string, at: number): RegexpExtent | undefined {
  let inClass = false;
  let open = 0;
  let depth = 0;
  let namedGroups = 0;
  for (let end = at + 1; end < text.length; end++) {
    let code = text.charCodeAt(end);
    const escaped = code === 92;
    if (escaped) code = text.charCodeAt(++end);
    if (isLineEnd(code)) return undefined;
    if (escaped) continue;
    if (code === 47 && !inClass) return { end: end + 1, depth, namedGroups };
    else if (code === 93) inClass = false;
    else if (code === 91) {
      // Only a `v` class nests, and it is not tracked in full: count, never uncount.
      if (inClass) open++;
      inClass = true;
    } else if (code === 40 && !inClass) {
      open++;
      if (text.startsWith("?<", end + 1)) namedGroups++;
    } else if (code === 41 && !inClass && open > 0) open--;
    depth = Math.max(depth, inClass ? open + 1 : open);
  }
  return undefined;
}

const ID_CONTINUE = /^[\p{ID_Continue}\u200c\u200d]$/u;

/** The offset after the word at `at`, and whether any of its characters is not certainly a letter. */
export function wordEnd(text: string, at: number): { end: number; odd: boolean } {
  let end = at;
  let odd = false;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (isAsciiWord(code)) {
      end++;
    } else if (code === 92) {
      // An escaped letter. `\u{...}` has braces, which are no brackets.
      odd = true;
      end++;
      if (text.startsWith("u{", end)) {
        end += 2;
        while (isAsciiWord(text.charCodeAt(end))) end++;
        if (text.charCodeAt(end) === 125) end++;
      }
    } else if (code >= 0x80 && !isSpace(code) && !isLineEnd(code)) {
      const character = String.fromCodePoint(text.codePointAt(end) ?? code);
      if (!ID_CONTINUE.test(character)) odd = true;
      end += character.length;
    } else {
      break;
    }
  }
  return { end, odd };
}

const NUMBER =
  /0[xX][\da-fA-F_]*n?|0[oO][0-7_]*n?|0[bB][01_]*n?|(?:\d[\d_]*\.?[\d_]*|\.[\d_]+)(?:[eE][+-]?[\d_]+)?n?/y;

/** The offset after the number at `at`. At most one dot is its own: the second is a property's. */
export function numberEnd(text: string, at: number): number {
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? NUMBER.lastIndex : at + 1;
}

/** Whether `code` can start or continue a word: letters, digits, `$`, `_`. */
export function isAsciiWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 36 ||
    code === 95
  );
}

/** Whether `code` is a decimal digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
