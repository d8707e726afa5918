import { syntaxErrorAt } from "../errors.js";
import { lineEnd } from "../text.js";
import { isAsciiWord, regexpExtent } from "./lexemes.js";
import { Role } from "./roles.js";
import { MAX_NAMED_GROUPS, Weight } from "./weights.js";

/** What a slash turned out to be, and what reading it costs. */
export type Slash =
  | { readonly kind: "division" }
  /** `end` is the offset after the flags. */
  | { readonly kind: "regexp"; readonly end: number; readonly weight: number }
  /** An error to every parser, whatever follows. */
  | { readonly kind: "unterminated" }
  /** Undecided, but harmless: `end` is the end of its line. */
  | {
      readonly kind: "either";
      readonly end: number;
      readonly weight: number;
      readonly angles: number;
    };

/**
 * What the slash at `at`, which begins no comment, means to a parser.
 *
 * After an operand it divides, where one is expected it opens a regular expression.
 * On a new line after an operand it may do either: in `let a` and `/b/.test(c)` on
 * two lines the first line has ended, in `a` and `/ b` it has not. So it may after a
 * `}`, and after words that are names in one place and operators in another.
 */
export function readSlash(text: string, at: number, previous: Role, newline: boolean): Slash {
  switch (previous) {
    case Role.Operand:
      return newline ? readEither(text, at) : { kind: "division" };
    case Role.BraceEnd:
    case Role.Unsure:
    case Role.Await:
    case Role.Odd:
      return readEither(text, at);
    default:
      return readRegexp(text, at);
  }
}

function readRegexp(text: string, at: number): Slash {
  const extent = regexpExtent(text, at);
  if (extent === undefined) return { kind: "unterminated" };
  if (extent.namedGroups > MAX_NAMED_GROUPS) {
    throw syntaxErrorAt(text, at, "This regular expression has too many named groups");
  }
  // Flags are no word: `/a/if (b) /c/` must not look like an `if`.
  let { end } = extent;
  while (isAsciiWord(text.charCodeAt(end))) end++;
  return { kind: "regexp", end, weight: extent.depth * Weight.regexpGroup };
}

/** What makes the two readings of a slash disagree about where code, strings or brackets are. */
const DISAGREEMENT = /['"`()[\]{}\\]|\/\*|<!--/;

/**
 * Passes over the rest of a line whose first slash may mean either thing.
 *
 * With no second slash it divides. Otherwise nothing on the line may depend on the
 * answer, or it is refused; and it is charged as if each of its characters nested,
 * and all its `<` may open type arguments.
 */
function readEither(text: string, at: number): Slash {
  const end = lineEnd(text, at);
  const rest = text.slice(at + 1, end);
  if (!rest.includes("/")) return { kind: "division" };
  if (DISAGREEMENT.test(rest)) {
    throw syntaxErrorAt(
      text,
      at,
      "This slash may divide or begin a regular expression; " +
        "put a semicolon before it or parentheses around the expression",
    );
  }
  const weight = rest.length * Weight.operator;
  return { kind: "either", end, weight, angles: rest.split("<").length - 1 };
}
