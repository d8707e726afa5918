import { sanitizeToolName } from "../identifiers.js";

/**
 * Gives each tool the name guests call it by, in the order the tools are declared: the first
 * to ask for a name gets it, the next gets `name__2`, then `name__3`. Names that are safe and
 * unique already stay as they are.
 */
export function assignSafeNames(originalNames: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  const nextSuffix = new Map<string, number>();
  const safeNames = new Map<string, string>();
  for (const originalName of originalNames) {
    const base = sanitizeToolName(originalName);
    let safeName = base;
    for (let suffix = nextSuffix.get(base) ?? 2; taken.has(safeName); suffix++) {
      safeName = `${base}__${suffix}`;
      // Remembered, or a thousand tools of one name would try a thousand suffixes each.
      nextSuffix.set(base, suffix + 1);
    }
    taken.add(safeName);
    safeNames.set(originalName, safeName);
  }
  return safeNames;
}
