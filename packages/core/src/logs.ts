/** One console call as one line: its arguments formatted and joined by spaces. */
export function formatConsoleLine(values: readonly unknown[]): string {
  return values.map(formatValue).join(" ");
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    // `undefined`, functions and symbols have no JSON; they take the other way below.
    return JSON.stringify(value) ?? String(value);
  } catch {
    // Cycles and bigints.
    try {
      return String(value);
    } catch {
      return "[unprintable]";
    }
  }
}

/**
 * The truncation rule of the runner specification: the earliest `maxLogLines` lines, of which
 * the first `maxLogChars` characters are kept; the line in which they run out is clipped.
 */
export function truncateLogs(
  lines: readonly string[],
  maxLogLines: number,
  maxLogChars: number,
): string[] {
  const kept: string[] = [];
  let room = maxLogChars;
  for (const line of lines) {
    if (kept.length >= maxLogLines || room <= 0) break;
    kept.push(line.length <= room ? line : line.slice(0, room));
    room -= line.length;
  }
  return kept;
}
