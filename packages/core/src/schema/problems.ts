/** One thing that is wrong with a value. */
export interface Problem {
  /** Where, as `labels[2].name`; empty for the value itself. */
  at: string;
  /** What, as `expected string, got number`. */
  text: string;
  /** How telling it is when alternatives are compared: a wrong constant rules one out. */
  kind: "type" | "constant" | "choice" | "other";
}

/** How many problems a message lists; a model that fixes these five will ask again. */
const MAX_LISTED = 5;

/** Collecting stops here: a list of a million bad items needs no million sentences. */
const MAX_COLLECTED = 25;

/** Collects what is wrong with one value. */
export class ProblemReport {
  readonly problems: Problem[] = [];

  /** Whether looking for more would be a waste of time. */
  get full(): boolean {
    return this.problems.length >= MAX_COLLECTED;
  }

  add(at: string, text: string, kind: Problem["kind"] = "other"): void {
    if (!this.full) this.problems.push({ at, text, kind });
  }

  addAll(problems: readonly Problem[]): void {
    for (const { at, text, kind } of problems) this.add(at, text, kind);
  }
}

/**
 * One line for all problems.
 *
 * @example `title: expected string, got number; unexpected field "titel"; and 3 more`
 */
export function formatProblems(problems: readonly Pick<Problem, "at" | "text">[]): string {
  const lines = new Set(problems.map(({ at, text }) => (at === "" ? text : `${at}: ${text}`)));
  const listed = [...lines].slice(0, MAX_LISTED);
  const more = lines.size - listed.length;
  if (more > 0) {
    listed.push(problems.length >= MAX_COLLECTED ? "and many more" : `and ${more} more`);
  }
  return listed.join("; ");
}

/** The place of a member. Keys may come from guests: long ones are cut, odd ones quoted. */
export function memberPath(at: string, key: string | number): string {
  if (typeof key === "number") return `${at}[${key}]`;
  if (!/^[A-Za-z_$][\w$]{0,60}$/.test(key)) return `${at}[${quote(key)}]`;
  return at === "" ? key : `${at}.${key}`;
}

/** A string in quotes, short enough for a sentence. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}

/** A JSON value, short enough for a sentence. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return quote(value);
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Up to eight alternatives in one phrase. */
export function listAlternatives(items: readonly string[], separator: string): string {
  if (items.length <= 8) return items.join(separator);
  return `${items.slice(0, 8).join(separator)} (${items.length - 8} more)`;
}
