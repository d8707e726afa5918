import { assert } from "../bounded-assert.js";

/** What a placeholder stands for: an id the runner chooses, or any number, or any string. */
export type PlaceholderKind = "call" | "number" | "string";

/** The ids a runner chose, by the names the transcript gives them. */
export type Names = Map<string, string>;

/** A text that stands for what runners choose, with an example of it: `{{call:call-1}}`. */
export function placeholder(kind: PlaceholderKind, example: unknown): string {
  return `{{${kind}:${String(example)}}}`;
}

/** A message of a transcript with its placeholders replaced by their examples. */
export function withExamples(value: unknown): unknown {
  return replace(value, ({ kind, example }) => (kind === "number" ? Number(example) : example));
}

/** A message of a transcript as the host sends it: with the ids that the runner chose. */
export function resolveNames(value: unknown, names: Names): unknown {
  return replace(value, ({ example }) => names.get(example) ?? example);
}

/**
 * Compares a message with what a transcript expects. Fields that the transcript does not name are
 * the runner's own, except those that mean something by being absent.
 */
export function matchMessage(
  message: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
  names: Names,
  where: string,
): void {
  for (const key of ["input", "result", "error"]) {
    if (!(key in expected)) assert.equal(key in message, false, `${where}: there is a ${key}`);
  }
  for (const [key, value] of Object.entries(expected)) {
    if (key === "error") {
      const error = Object(message["error"]);
      for (const [part, wanted] of Object.entries(Object(value))) {
        match(error[part], wanted, names, `${where}, error.${part}`);
      }
    } else {
      match(message[key], value, names, `${where}, ${key}`);
    }
  }
}

function match(value: unknown, expected: unknown, names: Names, where: string): void {
  const found = typeof expected === "string" ? parse(expected) : undefined;
  if (found === undefined) {
    assert.deepEqual(value, expected, where);
    return;
  }
  assert.equal(typeof value, found.kind === "number" ? "number" : "string", where);
  if (found.kind !== "call") return;
  const known = names.get(found.example);
  if (known === undefined) names.set(found.example, String(value));
  else assert.equal(value, known, where);
}

interface Found {
  readonly kind: string;
  readonly example: string;
}

function parse(text: string): Found | undefined {
  const [, kind, example] = /^\{\{(call|number|string):(.*)\}\}$/s.exec(text) ?? [];
  return kind === undefined || example === undefined ? undefined : { kind, example };
}

function replace(value: unknown, by: (found: Found) => unknown): unknown {
  if (typeof value === "string") {
    const found = parse(value);
    return found === undefined ? value : by(found);
  }
  if (Array.isArray(value)) return value.map((item) => replace(item, by));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replace(item, by)]));
}
