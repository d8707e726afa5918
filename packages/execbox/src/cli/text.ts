/** Breaks text into lines of at most `width` characters, each behind `indent`. */
export function wrap(text: string, width: number, indent = ""): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  if (line !== "") lines.push(indent + line);
  return lines;
}

/** Two columns: names on the left, text on the right, wrapped in its own column. */
export function columns(rows: readonly (readonly [string, string])[], width: number): string[] {
  const left = Math.min(30, Math.max(...rows.map(([name]) => name.length), 0));
  return rows.flatMap(([name, text]) => {
    const [first = "", ...more] = wrap(text, width - left - 4);
    const margin = " ".repeat(left + 4);
    const head =
      name.length > left ? [`  ${name}`, margin + first] : [`  ${name.padEnd(left)}  ${first}`];
    return [...head, ...more.map((line) => margin + line)];
  });
}

/** Cuts text that is wider than its place, and says so with an ellipsis. */
export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}
