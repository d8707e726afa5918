import type { Style } from "../cli/terminal.js";

/** A place in somebody's text. */
export interface Place {
  line: number;
  column?: number;
}

/**
 * The lines around a place, with a caret under its column:
 *
 *     2 | const orders = await shop.orders();
 *   > 3 | orders.total.toFixed(2)
 *       |        ^
 */
export function sourceFrame(
  text: string,
  { line, column }: Place,
  style: Style,
  width = 80,
): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const shown = lines[line - 1];
  if (shown === undefined) return [];
  const digits = String(line).length;
  const room = width - digits - 5;
  // A minified line is longer than any terminal: show what lies around the place.
  const from = column !== undefined && column >= room ? column - Math.floor(room / 2) : 0;
  const first = from > 0 ? line : Math.max(1, line - 2);
  const cut = (source: string) => source.replaceAll("\t", " ").slice(from, from + room);
  const frame: string[] = [];
  for (let number = first; number <= line; number++) {
    const mark = number === line ? style.bad(">") : " ";
    const margin = style.faint(`${String(number).padStart(digits)} |`);
    frame.push(`${mark} ${margin} ${cut(lines[number - 1] ?? "")}`.trimEnd());
  }
  if (column !== undefined) {
    const caret = " ".repeat(Math.max(0, column - 1 - from));
    frame.push(`  ${" ".repeat(digits)} ${style.faint("|")} ${caret}${style.bad("^")}`);
  }
  return frame;
}
