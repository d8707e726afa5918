import type { Position } from "./text.js";

/** One step of a source map: from a generated column on, the text came from `line`, `column`. */
interface Segment {
  readonly generatedColumn: number;
  readonly line: number;
  readonly column: number;
}

/**
 * Reads the `mappings` of a version 3 source map with one source.
 *
 * Nothing is decoded before the first question, because most programs run without
 * an error and are never asked about.
 */
export class Mappings {
  readonly #encoded: string;
  readonly #prefix: number;
  #lines: readonly (readonly Segment[])[] | undefined;

  /** `prefix` is how much of the source's first line the author did not write. */
  constructor(encoded: string, prefix = 0) {
    this.#encoded = encoded;
    this.#prefix = prefix;
  }

  /** Where the generated position came from: the nearest mapping at or before it. */
  originOf(position: Position): Position | undefined {
    this.#lines ??= decode(this.#encoded);
    const segments = this.#lines[position.line - 1] ?? [];
    let found = segments[0];
    for (const segment of segments) {
      if (segment.generatedColumn > position.column - 1) break;
      found = segment;
    }
    for (let line = position.line - 2; found === undefined && line >= 0; line--) {
      found = this.#lines[line]?.at(-1);
    }
    if (found === undefined) return undefined;
    const column = found.line === 0 ? Math.max(0, found.column - this.#prefix) : found.column;
    return { line: found.line + 1, column: column + 1 };
  }
}

function decode(encoded: string): Segment[][] {
  let line = 0;
  let column = 0;
  return encoded.split(";").map((group) => {
    const segments: Segment[] = [];
    let generatedColumn = 0;
    for (const part of group.split(",")) {
      const [generated, , lines, columns] = decodeNumbers(part);
      if (generated === undefined) continue;
      generatedColumn += generated;
      if (lines === undefined || columns === undefined) continue;
      line += lines;
      column += columns;
      segments.push({ generatedColumn, line, column });
    }
    return segments;
  });
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base 64 numbers of variable length: five bits a digit, low ones first, the sign in the lowest. */
function decodeNumbers(part: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of part) {
    const digit = DIGITS.indexOf(character);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
