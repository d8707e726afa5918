import { syntaxErrorAt } from "../errors.js";
import { lineEnd } from "../text.js";
import { isAsciiWord, regexpExtent } from "./lexemes.js";
import { MAX_NAMED_GROUPS, Weight } from "./weights.js";
import { Role } from "./words.js";

/**
 * What the slash at `at`, which begins no comment, means to a parser.
 *
 * After an operand it divides, where one is expected it opens a regular expression.
 * On a new line after an operand it may do either: in `let a` and `/b/.test(c)` on
 * two lines the first line has ended, in `a` and `/ b` it has not. So it may after a
 * `}`, and after words that are names in one place and operators in another.
 */
export function meaningOfSlash(
  text: string,
  at: number,
  previous: Role,
  newline: boolean,
): "division" | "regexp" | "either" {
  switch (previous) {
    case Role.Operand:
      if (!newline) return "division";
      break;
    case Role.BraceEnd:
    case Role.Unsure:
    case Role.Await:
    case Role.Odd:
      break;
    default:
      // A regular expression that its line does not close is an error to every parser.
      return regexpExtent(text, at) === undefined ? "division" : "regexp";
  }
  // With no second slash on the line it cannot be a regular expression.
  return text.slice(at + 1, lineEnd(text, at)).includes("/") ? "either" : "division";
}

/** The end of the regular expression at `at`, flags included, and what its groups cost. */
export function readRegexp(text: string, at: number): { end: number; weight: number } {
  const extent = regexpExtent(text, at) ?? { end: at + 1, depth: 0, namedGroups: 0 };
  if (extent.namedGroups > MAX_NAMED_GROUPS) {
    throw syntaxErrorAt(text, at, "This regular expression has too many named groups");
  }
  // Flags are no word: `/a/if (b) /c/` must not look like an `if`.
  let { end } = extent;
  while (isAsciiWord(text.charCodeAt(end))) end++;
  return { end, weight: extent.depth * Weight.regexpGroup };
}

/** What makes the two readings of a slash disagree about where code, strings or brackets are. */
const DISAGREEMENT = /['"`()[\]{}\\]|\/\*|<!--/;

/**
 * Passes over the rest of a line whose first slash may mean either thing.
 *
 * Nothing in it may depend on the answer; otherwise it is refused. It is charged as
 * if each of its characters nested, and all its `<` may open type arguments.
 */
export function restAfterSlash(
  text: string,
  at: number,
): { end: number; weight: number; angles: number } {
  const end = lineEnd(text, at);
  const rest = text.slice(at + 1, end);
  if (DISAGREEMENT.test(rest)) {
    throw syntaxErrorAt(
      text,
      at,
      "This slash may divide or begin a regular expression; " +
        "put a semicolon before it or parentheses around the expression",
    );
  }
  return { end, weight: rest.length * Weight.operator, angles: rest.split("<").length - 1 };
}
