import { attempt, GuestSyntaxError } from "./errors.js";
import {
  chooseFence,
  type Fence,
  fenceLanguage,
  findFences,
  type Language,
  mayHoldFences,
} from "./fences.js";
import { assertShallow } from "./nesting/scan.js";
import { parseWithSpans } from "./parser.js";
import { positionAt } from "./text.js";

/** The part of a text that is the program. */
export interface Unit {
  readonly body: string;
  /** Lines of prose, and the edge of a fence, before its first line. */
  readonly linesBefore: number;
  /** What a fence's tag says it is. */
  readonly language: Language | undefined;
}

/** Finds the program in what somebody sent: the content of a fence, or all of it. */
export function findUnit(text: string): Unit {
  const fences = mayHoldFences(text) ? findFences(text) : [];
  const fence = fences.length > 0 && !isCodeAround(text, fences) && chooseFence(text, fences);
  if (!fence) return { body: withoutHashbang(text), linesBefore: 0, language: undefined };
  return {
    body: withoutHashbang(text.slice(fence.contentStart, fence.contentEnd)),
    linesBefore: positionAt(text, fence.contentStart).line - 1,
    language: fenceLanguage(fence),
  };
}

/** Makes the marks of a hashbang those of a comment, which may stand inside a function. */
function withoutHashbang(text: string): string {
  return text.startsWith("#!") ? `//${text.slice(2)}` : text;
}

/**
 * Whether the fences only lie in comments and template literals of one program.
 *
 * That the text parses is not enough: three backticks are an empty template and the
 * start of another, so that a whole fenced block is an expression.
 */
function isCodeAround(text: string, fences: readonly Fence[]): boolean {
  // No program begins with a fence, so that the commonest case costs no parse.
  if (text.slice(0, fences[0]?.start).trim() === "") return false;
  const spans: { start: number; end: number }[] = [];
  const error = attempt(() => {
    assertShallow(text, "javascript");
    parseWithSpans(text, (start, end) => spans.push({ start, end }));
  });
  if (error instanceof GuestSyntaxError) return false;
  // Both lists are in the order of the text.
  let at = 0;
  return fences.every((fence) => {
    while ((spans[at]?.end ?? Number.POSITIVE_INFINITY) < fence.contentStart) at++;
    return (spans[at]?.start ?? Number.POSITIVE_INFINITY) <= fence.start;
  });
}
