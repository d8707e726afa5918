/** A text that fits, and what was left out of it. */
export interface Shortened {
  text: string;
  /** What is missing, one phrase each: `rows: 12 of 5,000 items`. Empty when nothing is. */
  cuts: string[];
}

/**
 * A JSON value as text of at most about `limit` characters. What is too long is cut where its
 * structure allows: lists lose their last items, objects their last members, strings their end. The
 * text is JSON again whatever was cut, with `…` where something is missing.
 */
export function shortenJson(value: unknown, limit: number): Shortened {
  const sizes = new Sizes();
  if (sizes.of(value) <= limit) return { text: JSON.stringify(value), cuts: [] };
  const shortener = new Shortener(sizes);
  const kept = shortener.fit(value, Math.max(limit, MIN_LIMIT), "");
  return { text: JSON.stringify(kept), cuts: shortener.cuts };
}

/** A text of at most about `limit` characters. A text that is JSON is cut as such. */
export function shortenText(text: string, limit: number): Shortened {
  if (text.length <= limit) return { text, cuts: [] };
  const value = parseStructure(text);
  if (value !== undefined) return shortenJson(value, limit);
  const kept = cutText(text, Math.max(limit, MIN_LIMIT));
  return {
    text: kept,
    cuts: [`the text: ${count(kept.length)} of ${count(text.length)} characters`],
  };
}

const MIN_LIMIT = 100;
const MAX_CUTS = 8;
/** Room for the mark that says what is missing. */
const MARK_CHARS = 32;

/** The length of each value's JSON, measured once. */
class Sizes {
  readonly #known = new Map<object, number>();

  of(value: unknown): number {
    if (typeof value !== "object" || value === null) return scalarSize(value);
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    let size = 2;
    if (Array.isArray(value)) for (const item of value) size += this.of(item) + 1;
    else {
      for (const [key, member] of Object.entries(value)) {
        if (member !== undefined) size += scalarSize(key) + this.of(member) + 2;
      }
    }
    this.#known.set(value, size);
    return size;
  }
}

function scalarSize(value: unknown): number {
  // Escapes make it longer; what a limit in characters is for does not need them counted.
  if (typeof value === "string") return value.length + 2;
  return String(value).length;
}

class Shortener {
  readonly cuts: string[] = [];
  readonly #sizes: Sizes;

  constructor(sizes: Sizes) {
    this.#sizes = sizes;
  }

  fit(value: unknown, budget: number, path: string): unknown {
    if (this.#sizes.of(value) <= budget) return value;
    if (typeof value === "string") return this.#fitString(value, budget, path);
    if (Array.isArray(value)) return this.#fitArray(value, budget, path);
    if (typeof value === "object" && value !== null) return this.#fitObject(value, budget, path);
    return value;
  }

  #fitString(text: string, budget: number, path: string): string {
    const kept = cutText(text, Math.max(budget - 2, MARK_CHARS));
    this.#note(path, kept.length, text.length, "characters");
    return kept;
  }

  /** As many of the first items as fit, none of them larger than a third of the room. */
  #fitArray(items: readonly unknown[], budget: number, path: string): unknown[] {
    const room = budget - MARK_CHARS;
    const share = Math.max(Math.floor(room / 3), MIN_LIMIT);
    const kept: unknown[] = [];
    let used = 2;
    for (const [index, item] of items.entries()) {
      const fitted = Math.min(this.#sizes.of(item), items.length === 1 ? room : share);
      if (used + fitted > room && index > 0) break;
      kept.push(this.fit(item, fitted, `${path}[${index}]`));
      used += fitted + 1;
    }
    if (kept.length < items.length) {
      this.#note(path, kept.length, items.length, "items");
      kept.push(`… ${count(items.length - kept.length)} more items`);
    }
    return kept;
  }

  /** Small members whole, large ones in equal shares of what is left. */
  #fitObject(value: object, budget: number, path: string): object {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const room = budget - MARK_CHARS;
    const most = Math.max(1, Math.floor(room / MARK_CHARS));
    const shown = members.slice(0, most);
    const keys = shown.reduce((sum, [key]) => sum + scalarSize(key) + 2, 2);
    const share = fairShare(
      shown.map(([, member]) => this.#sizes.of(member)),
      room - keys,
    );
    const kept = shown.map(([key, member]): [string, unknown] => [
      key,
      this.fit(member, Math.max(share, MARK_CHARS), path === "" ? key : `${path}.${key}`),
    ]);
    if (shown.length < members.length) {
      this.#note(path, shown.length, members.length, "members");
      kept.push(["…", `${count(members.length - shown.length)} more members`]);
    }
    return Object.fromEntries(kept);
  }

  #note(path: string, kept: number, all: number, what: string): void {
    if (this.cuts.length === MAX_CUTS) this.cuts.push("and more");
    if (this.cuts.length >= MAX_CUTS) return;
    const where = path === "" ? "the result" : path.slice(0, 100);
    this.cuts.push(`${where}: ${count(kept)} of ${count(all)} ${what}`);
  }
}

/** The largest share with which all sizes, each at most the share, fit the room together. */
function fairShare(sizes: readonly number[], room: number): number {
  let left = room;
  const sorted = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (size > share) return share;
    left -= size;
  }
  return room;
}

/** The beginning of a text, by whole characters, with a mark for the rest. */
function cutText(text: string, limit: number): string {
  let end = Math.max(limit - MARK_CHARS, 1);
  // Half of a surrogate pair is no character.
  if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end--;
  return `${text.slice(0, end)}… [${count(text.length - end)} more characters]`;
}

/** The list or object a text spells, if it does. */
function parseStructure(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
