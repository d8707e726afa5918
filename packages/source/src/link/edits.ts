import type { Span } from "./body.js";

/** A part of a text, and what stands there instead. */
export interface Edit extends Span {
  readonly text: string;
}

/** A text with parts replaced, and the way back. */
export interface EditedText {
  readonly code: string;
  /** The offset before anything was replaced; `undefined` inside what was put in front. */
  originOf(offset: number): number | undefined;
  /** Where what stood at `origin` stands now. */
  offsetOf(origin: number): number;
}

/** `text` with some of it replaced; nothing is replaced twice, and equal places keep their order. */
export function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: inserted } of [...edits].sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, start), inserted);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

/** The same behind a head, with edits in the order of the text, and the way back. */
export function editedAfter(head: string, text: string, edits: readonly Edit[]): EditedText {
  /** How much further to the right the code is than the text, before each edit and after the last. */
  const shifts = [head.length];
  let shift = head.length;
  for (const { start, end, text: inserted } of edits) {
    shift += inserted.length - (end - start);
    shifts.push(shift);
  }
  const shiftOf = (index: number): number => shifts[index] ?? shift;
  return {
    code: head + edited(text, edits),
    originOf(offset) {
      if (offset < head.length) return undefined;
      const count = countWhere(edits, ({ start }, index) => start + shiftOf(index) <= offset);
      const last = edits[count - 1];
      if (last !== undefined && offset < last.start + shiftOf(count - 1) + last.text.length) {
        return last.start;
      }
      return offset - shiftOf(count);
    },
    offsetOf(origin) {
      return origin + shiftOf(countWhere(edits, ({ end }) => end <= origin));
    },
  };
}

/** How many of the first edits something is true of; it is true of no later one. */
function countWhere(edits: readonly Edit[], isSo: (edit: Edit, index: number) => boolean): number {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const edit = edits[middle];
    if (edit !== undefined && isSo(edit, middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
