import { describe } from "@execbox/core";
import { misplaced } from "./misplaced.js";
import { RunnerBlockError } from "./runner-block-error.js";
import { RUNNER_BLOCK } from "./table.js";
import type { RunnerDefinition } from "./types.js";

/** One part of the table, as the checker sees it. */
interface Part {
  readonly type: "object" | "array" | "string" | "number";
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

/**
 * Checks a block of unknown origin and returns a copy that holds nothing else. Throws a
 * `RunnerBlockError` that names the first field that is wrong.
 */
export function checkBlock(block: unknown, path = "runner"): RunnerDefinition {
  return copy(RUNNER_BLOCK, block, path) as RunnerDefinition;
}

/** Each property is read once: a getter cannot give the check one value and the run another. */
function copy(part: Part, value: unknown, path: string): unknown {
  switch (part.type) {
    case "object":
      return copyObject(part.properties ?? {}, value, path);
    case "array":
      if (!Array.isArray(value)) throw wrong(path, "a list", value);
      return Array.from(value, (item, index) =>
        copy(part.items ?? part, item, `${path}[${index}]`),
      );
    case "string":
      assertString(part, value, path);
      return value;
    case "number":
      assertNumber(part, value, path);
      return value;
  }
}

function copyObject(
  properties: Readonly<Record<string, Part>>,
  value: unknown,
  path: string,
): Record<string, unknown> {
  if (!isPlainObject(value)) throw wrong(path, "an object", value);
  const copied: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const part = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (part === undefined) {
      throw new RunnerBlockError(`${path}.${key}`, misplaced(key) ?? unknown(properties));
    }
    const item = value[key];
    if (item !== undefined) copied[key] = copy(part, item, `${path}.${key}`);
  }
  return copied;
}

function unknown(properties: object): string {
  return `is not a field; the fields are ${Object.keys(properties).join(", ")}`;
}

function assertString(part: Part, value: unknown, path: string): void {
  if (part.enum !== undefined) {
    if (part.enum.some((word) => word === value)) return;
    throw wrong(path, `one of ${part.enum.join(", ")}`, value);
  }
  if (typeof value !== "string") throw wrong(path, "a string", value);
  if (value.length < (part.minLength ?? 0)) throw wrong(path, "a name", value);
  if (part.pattern !== undefined && !new RegExp(part.pattern, "u").test(value)) {
    throw wrong(path, FORMS[path.replace(/^.*\.|\[\d+\]$/g, "")] ?? "a name", value);
  }
}

function assertNumber(part: Part, value: unknown, path: string): void {
  const { exclusiveMinimum: least = Number.NEGATIVE_INFINITY, maximum: most } = part;
  if (typeof value === "number" && Number.isFinite(value) && value > least) {
    if (most === undefined || value <= most) return;
    throw wrong(path, `at most ${most}`, value);
  }
  throw wrong(path, "a number above 0", value);
}

/** What the patterns of the table mean in words, by the list they stand in. */
const FORMS: Readonly<Record<string, string>> = {
  native: "the name of a Debian package, such as ffmpeg",
  npm: "name@range, such as stripe@^11.0.0",
  pip: "name==version, such as requests==2.31.0",
};

function wrong(path: string, what: string, value: unknown): RunnerBlockError {
  return new RunnerBlockError(path, `must be ${what}, got ${describe(value)}`);
}

/** Whether a value is an object that was written as one: not a list, a date, a class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
