import { GuestSyntaxError } from "./errors.js";
import { endsLine, lineEnd, positionAt } from "./text.js";

/** The two languages guests may write. */
export type Language = "javascript" | "typescript";

/** A fenced block of Markdown. */
export interface Fence {
  /** Offset of the line that opens it. */
  readonly start: number;
  /** Offsets of its content. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** The first word after the opening marks, in lower case; empty if there is none. */
  readonly tag: string;
}

const TAGS: ReadonlyMap<string, Language> = new Map([
  ...["js", "javascript", "mjs", "cjs", "node", "jsx"].map((tag) => [tag, "javascript"] as const),
  ...["ts", "typescript", "mts", "cts", "tsx"].map((tag) => [tag, "typescript"] as const),
]);

/** Whether any line of `text` looks like the edge of a fence: a cheap first test. */
export function mayHoldFences(text: string): boolean {
  return text.includes("```") || text.includes("~~~");
}

/**
 * The fenced blocks of `text`, as CommonMark finds them, except that they may be
 * indented further. A block that is never closed runs to the end of the text.
 */
export function findFences(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: { mark: string; start: number; contentStart: number; tag: string } | undefined;
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start);
    const next = endsLine(text, end) ? end + 1 : end + 2;
    const edge = /^[ \t]*(`{3,}|~{3,})[ \t]*(.*)$/.exec(text.slice(start, end));
    const mark = edge?.[1] ?? "";
    const info = edge?.[2] ?? "";
    if (open === undefined) {
      if (mark !== "" && !(mark.startsWith("`") && info.includes("`"))) {
        const tag = /^[\w+#.-]*/.exec(info)?.[0].toLowerCase() ?? "";
        open = { mark, start, contentStart: Math.min(next, text.length), tag };
      }
    } else if (mark.startsWith(open.mark) && info === "") {
      fences.push({ ...open, contentEnd: start });
      open = undefined;
    }
    start = next;
  }
  if (open !== undefined) fences.push({ ...open, contentEnd: text.length });
  return fences;
}

/** The language a fence announces, if it is one of ours. */
export function fenceLanguage(fence: Fence): Language | undefined {
  return TAGS.get(fence.tag);
}

/**
 * The block to run, of those that prose may surround.
 *
 * Blocks marked as JavaScript or TypeScript come first, then unmarked ones, then any
 * single block. Two equally good ones are refused: joining them, or picking one,
 * would be guessing what the author meant to run.
 */
export function chooseFence(text: string, fences: readonly Fence[]): Fence | undefined {
  const marked = fences.filter((fence) => TAGS.has(fence.tag));
  const unmarked = fences.filter((fence) => fence.tag === "");
  const [first, second] = [marked, unmarked, fences].find((group) => group.length > 0) ?? [];
  if (first !== undefined && second !== undefined) {
    throw new GuestSyntaxError(
      "The text holds more than one code block; send the one to run",
      positionAt(text, second.start),
    );
  }
  return first;
}
