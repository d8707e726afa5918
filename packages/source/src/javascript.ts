import type { Program } from "acorn";
import { attempt, furtherOf, GuestSyntaxError } from "./errors.js";
import type { Mappings } from "./mappings.js";
import { assertShallow } from "./nesting/scan.js";
import { assertExpression, parseStatements } from "./parser.js";
import type { Insertion } from "./program.js";
import { skipTrivia } from "./text.js";

/** JavaScript that parsed, and what makes a function of it return the snippet's value. */
export interface Body {
  readonly text: string;
  readonly insertions: readonly Insertion[];
  /** The way back through the type eraser, if the text has been through it. */
  readonly mappings?: Mappings;
}

/** Reads a snippet of JavaScript. Text in braces is an object if it can be one, else a block. */
export function readJavaScript(text: string): Body {
  const head = skipTrivia(text, 0);
  return readScanned(text, () => {
    if (NAMELESS_FUNCTION.test(text.slice(head, head + 100))) {
      return callOf(head, assertExpression(text));
    }
    if (!beginsWithBrace(text)) return resultOf(text, parseStatements(text));
    const asObject = attempt(() => expressionOf(text));
    if (!(asObject instanceof GuestSyntaxError)) return asObject;
    const asBlock = attempt(() => resultOf(text, parseStatements(text)));
    if (!(asBlock instanceof GuestSyntaxError)) return asBlock;
    throw furtherOf(asObject, asBlock);
  });
}

/** A function that only an expression can be: as a statement it would need a name. */
const NAMELESS_FUNCTION = /^(?:async\s+)?function\s*\*?\s*\(/;

/** Reads JavaScript that must be one expression, with nothing after it but semicolons. */
export function readExpression(text: string): Body {
  return readScanned(text, () => expressionOf(text));
}

/**
 * Parses only what the scan lets through, and accepts only what both find balanced: a
 * text that fools one of two unrelated readers still cannot close the wrapper.
 */
function readScanned(text: string, parse: () => readonly Insertion[]): Body {
  const balanced = assertShallow(text, "javascript");
  const insertions = parse();
  if (!balanced) throw new GuestSyntaxError("The brackets of this code do not match");
  return { text, insertions };
}

function expressionOf(text: string): Insertion[] {
  assertExpression(text);
  return [{ at: skipTrivia(text, 0), text: "return " }];
}

/** Whether the first token is an opening brace. */
export function beginsWithBrace(text: string): boolean {
  return text[skipTrivia(text, 0)] === "{";
}

/**
 * What must be inserted to make the function return what the snippet means.
 *
 * A snippet that is one function means its result. Otherwise the value is that of the
 * last statement if it is an expression; blocks, `if` and `try` have none, as in any
 * function body. `return` needs no parentheses around what follows, because it is put
 * directly in front of it.
 */
function resultOf(text: string, program: Program): Insertion[] {
  const statements = program.body.filter((statement) => statement.type !== "EmptyStatement");
  const last = statements.at(-1);
  const alone = statements.length === 1;
  if (last?.type === "FunctionDeclaration") return alone ? callOf(last.start, last.end) : [];
  if (last?.type !== "ExpressionStatement") return [];
  const { type } = last.expression;
  if (alone && (type === "ArrowFunctionExpression" || type === "FunctionExpression")) {
    // No expression ends with a semicolon, so that one here is the statement's.
    return callOf(last.start, text[last.end - 1] === ";" ? last.end - 1 : last.end);
  }
  return [{ at: last.start, text: "return " }];
}

/** A statement ends with its last token, so that no comment can swallow the call. */
function callOf(start: number, end: number): Insertion[] {
  return [
    { at: start, text: "return (" },
    { at: end, text: ")()" },
  ];
}
