import { UsageError } from "./command.js";

const MILLISECONDS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const BYTES = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30 } as const;

/** A whole number of zero or more. */
export function readNumber(flag: string, text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new UsageError(`${flag} needs a whole number, got "${text}"`);
}

/** A time with its unit, in milliseconds. */
export function readDuration(flag: string, text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/i.exec(text) ?? [];
  const scale = MILLISECONDS[unit?.toLowerCase() as keyof typeof MILLISECONDS];
  if (scale !== undefined) return Math.round(Number(amount) * scale);
  throw new UsageError(
    `${flag} needs a time with its unit, such as 500ms, 5s or 2m, got "${text}"`,
  );
}

/** A size with its unit, in bytes; a kilobyte has 1,024 of them. */
export function readBytes(flag: string, text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(b|[kmg]i?b)$/i.exec(text) ?? [];
  const scale = BYTES[unit?.toLowerCase().replace("i", "") as keyof typeof BYTES];
  if (scale !== undefined) return Math.round(Number(amount) * scale);
  throw new UsageError(`${flag} needs a size with its unit, such as 512kb or 64mb, got "${text}"`);
}

/** A time as people read it: `850 µs`, `3.2 ms`, `1.25 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1) return `${Math.round(ms * 1_000)} µs`;
  if (ms < 100) return `${ms.toFixed(1)} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(2)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

/** A size as people read it: `812 B`, `3.4 KiB`, `64 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB"];
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  return `${Number.isInteger(value) || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
