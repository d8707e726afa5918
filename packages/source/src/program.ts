import type { Body } from "./javascript.js";
import { offsetAt, type Position, positionAt } from "./text.js";

/** Guest text that is ready to run. */
export interface PreparedProgram {
  /**
   * An expression whose value is an async function without parameters. The author's
   * code begins on its first line, so that lines are counted as the author does.
   */
  readonly code: string;
  /**
   * Where a 1-based line and column of `code`, as an engine reports them, stands in
   * the author's text; `undefined` for a place that the author did not write.
   */
  positionOf(line: number, column: number): Position | undefined;
}

/** A piece of text put in front of the character at `at`. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

const HEAD = '(async () => {"use strict"; ';
/** On a line of its own: the author's last line may be a comment. */
const TAIL = "\n})";

/**
 * Wraps a body in the function it runs in.
 *
 * The body must have parsed on its own: then no bracket in it can close the wrapper,
 * and no comment or string can run on past its end. `linesBefore` is how much of the
 * author's text stood before it.
 */
export function assemble(body: Body, linesBefore: number): PreparedProgram {
  let code = HEAD;
  let from = 0;
  for (const { at, text } of body.insertions) {
    code += body.text.slice(from, at) + text;
    from = at;
  }
  code += body.text.slice(from) + TAIL;
  return {
    code,
    positionOf(line, column) {
      const offset = offsetAt(code, { line, column });
      if (offset === undefined || offset < HEAD.length) return undefined;
      const inBody = withoutInsertions(offset - HEAD.length, body.insertions);
      if (inBody > body.text.length) return undefined;
      const position = positionAt(body.text, inBody);
      const source = body.mappings === undefined ? position : body.mappings.originOf(position);
      return source && { line: source.line + linesBefore, column: source.column };
    },
  };
}

/** The offset before anything was put in; a place inside an insertion is the one it precedes. */
function withoutInsertions(offset: number, insertions: readonly Insertion[]): number {
  let result = offset;
  for (const { at, text } of insertions) {
    if (result <= at) break;
    result = Math.max(at, result - text.length);
  }
  return result;
}
