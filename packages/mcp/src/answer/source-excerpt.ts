const MAX_LINE_CHARS = 160;

/** The author's line with a caret under the place, or nothing when the failure has none. */
export function excerpt(
  code: string,
  line: number | undefined,
  column: number | undefined,
): string[] {
  if (line === undefined) return [];
  const text = code.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1];
  if (text === undefined) return [];
  const at = Math.max((column ?? 1) - 1, 0);
  // Of a long line, the part around the place.
  const start = at < MAX_LINE_CHARS - 40 ? 0 : at - MAX_LINE_CHARS / 2;
  const shown = text.slice(start, start + MAX_LINE_CHARS).replaceAll("\t", " ");
  const margin = `${line} | `;
  const lines = [`${margin}${shown}`];
  if (column !== undefined) lines.push(`${" ".repeat(margin.length + at - start)}^`);
  return lines;
}
