import type { TypeEraser } from "./eraser.js";
import { attempt, furtherOf, GuestSyntaxError } from "./errors.js";
import type { Language } from "./fences.js";
import { mayHoldTypeArguments } from "./generics.js";
import { type Body, readJavaScript } from "./javascript.js";
import { assertSourceSize } from "./limits.js";
import { assemble, type PreparedProgram } from "./program.js";
import { readTypeScript } from "./typescript.js";
import { findUnit } from "./unit.js";

/** How to read a snippet. */
export interface SnippetOptions {
  /** The language of the text. Without it a fence's tag decides, or the text itself. */
  readonly language?: Language | undefined;
  /** What erases types: see `loadTypeEraser()`. */
  readonly eraser?: TypeEraser | undefined;
}

/** A snippet that has been read as JavaScript as far as that goes. */
export interface SnippetReading {
  /** Whether `prepare` has a use for a type eraser. */
  readonly needsEraser: boolean;
  /** Finishes the work; throws a `GuestSyntaxError` when the text cannot be run. */
  prepare(eraser?: TypeEraser): PreparedProgram;
}

/**
 * Reads guest text once, so that the caller fetches a type eraser only if it is needed.
 *
 * @example
 * const reading = readSnippet(text);
 * const program = reading.prepare(reading.needsEraser ? await loadTypeEraser() : undefined);
 */
export function readSnippet(text: string, language?: Language): SnippetReading {
  assertSourceSize(text);
  const unit = findUnit(text);
  const declared = language ?? unit.language;
  const javascript = attempt(() => readJavaScript(unit.body));
  const needsEraser =
    declared !== "javascript" &&
    (javascript instanceof GuestSyntaxError || mayHoldTypeArguments(unit.body));
  return {
    needsEraser,
    prepare(eraser) {
      const body = attempt(() =>
        needsEraser ? chooseReading(unit.body, javascript, declared, eraser) : valid(javascript),
      );
      if (body instanceof GuestSyntaxError) throw body.movedDown(unit.linesBefore);
      return assemble(body, unit.linesBefore);
    },
  };
}

/**
 * Turns what a model or a person wrote into an async function to call.
 *
 * Takes a fenced block, an expression, an object literal, a function, or statements
 * whose last one is the result. Throws a `GuestSyntaxError` that says where and why.
 */
export function prepareSnippet(text: string, options: SnippetOptions = {}): PreparedProgram {
  return readSnippet(text, options.language).prepare(options.eraser);
}

/** Whether `prepareSnippet` has a use for a type eraser on this text; never throws. */
export function needsEraser(text: string, language?: Language): boolean {
  const reading = attempt(() => readSnippet(text, language));
  return !(reading instanceof GuestSyntaxError) && reading.needsEraser;
}

/** The code of `prepareSnippet`: an expression whose value is an async function. */
export function normalizeCode(text: string, options: SnippetOptions = {}): string {
  return prepareSnippet(text, options).code;
}

/** Settles on JavaScript or TypeScript for a text that may be either. */
function chooseReading(
  text: string,
  javascript: Body | GuestSyntaxError,
  declared: Language | undefined,
  eraser: TypeEraser | undefined,
): Body {
  if (eraser === undefined) {
    if (declared === undefined) return valid(javascript);
    throw eraserMissing(javascript);
  }
  const typescript = attempt(() => readTypeScript(text, eraser));
  if (!(typescript instanceof GuestSyntaxError) || declared !== undefined) return valid(typescript);
  // Nobody said TypeScript: what is valid JavaScript is JavaScript.
  if (!(javascript instanceof GuestSyntaxError)) return javascript;
  throw furtherOf(javascript, typescript);
}

function valid(body: Body | GuestSyntaxError): Body {
  if (body instanceof GuestSyntaxError) throw body;
  return body;
}

/** Points at the first thing that is not JavaScript, where there is one. */
function eraserMissing(javascript: Body | GuestSyntaxError): GuestSyntaxError {
  const reason =
    "TypeScript needs a type eraser, and none is installed here; " +
    "add the oxc-transform package, or write JavaScript";
  const { line, column } =
    javascript instanceof GuestSyntaxError ? javascript : { line: undefined, column: undefined };
  return new GuestSyntaxError(
    reason,
    line === undefined || column === undefined ? undefined : { line, column },
  );
}
