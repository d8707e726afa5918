import { assertKnownKeys } from "@execbox/core";

const KNOWN = [
  "execute",
  "imports",
  "modules",
  "globals",
  "language",
  "memoryLimitBytes",
  "filename",
  "report",
] as const;

const BUDGET = "runCode has no deadline; set a budget by calling terminate() on the handle";

/** What to do instead, for names that callers of similar functions expect. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ["timeout", BUDGET],
  ["timeoutMs", BUDGET],
  ["deadline", BUDGET],
  ["deadlineMs", BUDGET],
  ["signal", "call terminate() on the handle when the signal aborts"],
  ["fn", "did you mean execute.fn?"],
  ["args", "did you mean execute.args?"],
  ["console", "did you mean globals.console?"],
  ["context", "did you mean globals?"],
  ["memory", "did you mean memoryLimitBytes?"],
]);

/** Refuses keys that `runCode` does not know, with the name that was probably meant. */
export function assertOptionNames(options: object): void {
  for (const key of Object.keys(options)) {
    const hint = KNOWN.some((known) => known === key) ? undefined : hintFor(key);
    if (hint !== undefined) throw new TypeError(`options.${key} is not an option; ${hint}`);
  }
  assertKnownKeys("options", options, KNOWN);
}

function hintFor(key: string): string | undefined {
  const hint = HINTS.get(key);
  if (hint !== undefined) return hint;
  const meant = KNOWN.find((known) => isNear(key.toLowerCase(), known.toLowerCase()));
  return meant === undefined ? undefined : `did you mean ${meant}?`;
}

/** The start of one another (`lang`, `memoryLimit`, `reports`), or one slip of the hand apart. */
function isNear(given: string, known: string): boolean {
  if (given.length < 3) return false;
  if (known.startsWith(given) || given.startsWith(known)) return true;
  let start = 0;
  while (given[start] === known[start]) start++;
  const [rest, wanted] = [given.slice(start), known.slice(start)];
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest.slice(2) === wanted.slice(2) && rest[0] === wanted[1] && rest[1] === wanted[0])
  );
}
