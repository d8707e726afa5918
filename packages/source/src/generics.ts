import { stringEnd } from "./nesting/lexemes.js";

/** Characters that open, close or rule out type arguments. */
const MARK = /[<>()[\]{}"';+%^~=!@?\\&|]/g;

/** What follows type arguments that JavaScript would read as a comparison. */
const AFTER_TYPE_ARGUMENTS = /\s*[(`]|[^\S\r\n\u2028\u2029]*[\r\n\u2028\u2029]/y;

/**
 * Whether valid JavaScript may mean something else as TypeScript.
 *
 * `f<T>(x)` compares twice in JavaScript and calls in TypeScript; so do `` f<T>`x` ``
 * and `f<T>` at the end of a line. The test knows no grammar and errs on the side of
 * yes: a `<`, then a `>` before a parenthesis, a backtick or a line break, with
 * nothing in between that no type argument holds.
 */
export function mayHoldTypeArguments(text: string): boolean {
  const first = text.indexOf("<");
  if (first === -1) return false;
  let open = false;
  /** Brackets opened since the first open `<`. */
  let depth = 0;
  MARK.lastIndex = first;
  for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
    const at = mark.index;
    switch (mark[0]) {
      case "<":
        if (!open) depth = 0;
        open = true;
        break;
      case ">":
        AFTER_TYPE_ARGUMENTS.lastIndex = at + 1;
        if (open && AFTER_TYPE_ARGUMENTS.test(text)) return true;
        break;
      case "(":
      case "[":
      case "{":
        depth++;
        break;
      case ")":
      case "]":
      case "}":
        if (--depth < 0) open = false;
        break;
      case '"':
      case "'":
        // A type may be a string, which may hold anything.
        if (open) MARK.lastIndex = stringEnd(text, at);
        break;
      case "&":
      case "|":
        if (text[at + 1] === mark[0]) open = false;
        break;
      default:
        open = false;
    }
  }
  return false;
}
