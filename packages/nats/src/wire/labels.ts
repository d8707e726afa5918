import { createHash } from "node:crypto";
import { assertRecord, describe } from "@execbox/core";

/** What a runner says of itself, or what an execution demands of one. */
export type Labels = Readonly<Record<string, string>>;

const MAX_LABELS = 16;
const KEY = /^[A-Za-z][A-Za-z0-9_.-]{0,62}$/;
const VALUE = /^[A-Za-z0-9_.:/-]{1,63}$/;

/** Reads `engine=quickjs,region=eu`. Throws a `TypeError` that names what is wrong. */
export function parseLabels(text: string): Labels {
  const labels: Record<string, string> = {};
  for (const part of text.split(",")) {
    if (part.trim() === "") continue;
    const [key = "", value, more] = part.trim().split("=");
    if (value === undefined || more !== undefined) {
      throw new TypeError(`${describe(part)} is not a label; write KEY=VALUE,KEY=VALUE`);
    }
    labels[key] = value;
  }
  assertLabels("labels", labels);
  return labels;
}

/** Refuses what cannot be labels, by name. */
export function assertLabels(path: string, value: unknown): asserts value is Labels {
  assertRecord(path, value);
  const entries = Object.entries(value);
  if (entries.length > MAX_LABELS) {
    throw new TypeError(`${path} may hold ${MAX_LABELS} labels, got ${entries.length}`);
  }
  for (const [key, label] of entries) {
    if (!KEY.test(key)) {
      throw new TypeError(
        `${path} has the key ${describe(key)}; keys are a letter and then letters, digits, "_", "." or "-"`,
      );
    }
    if (typeof label === "string" && VALUE.test(label)) continue;
    throw new TypeError(
      `${path}.${key} must be 1 to 63 letters, digits, "_", ".", ":", "/" or "-", got ${describe(label)}`,
    );
  }
}

/** Whether a stranger's value is labels. */
export function isLabels(value: unknown): value is Labels {
  try {
    assertLabels("labels", value);
    return true;
  } catch {
    return false;
  }
}

/** Whether a runner with `labels` may take an execution that demands `demand`. */
export function fits(demand: Labels, labels: Labels): boolean {
  return Object.entries(demand).every(([key, value]) => labels[key] === value);
}

/** Labels in one order, as people write them. */
export function formatLabels(labels: Labels): string {
  return Object.keys(labels)
    .toSorted()
    .map((key) => `${key}=${labels[key]}`)
    .join(",");
}

/** Runners with the same labels are of one class and share a queue group. */
export function classOf(labels: Labels): string {
  return createHash("sha256").update(formatLabels(labels)).digest("hex").slice(0, 24);
}
