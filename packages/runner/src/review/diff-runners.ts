import type { RunnerHandle } from "../define/define-runner.js";
import { LIMIT_NAMES } from "../define/enforcement.js";

/** One difference between two revisions of a runner. */
export interface RunnerChange {
  /** The field, such as `limits.memory_mb`. */
  path: string;
  before: string | number | null;
  after: string | number | null;
  /** Whether someone should look before the new revision runs. */
  review: boolean;
  /** Why they should, or why they need not. */
  why: string;
}

/** What changed between two revisions, and whether any of it calls for review. */
export interface RunnerDiff {
  changes: RunnerChange[];
  review: boolean;
}

/**
 * Compares two revisions of a runner. Any change of `engine` calls for review; so does whatever
 * brings in code that was not there before, or lets the body use more.
 */
export function diffRunners(before: RunnerHandle, after: RunnerHandle): RunnerDiff {
  const changes = [
    ...changed("engine", before.engine, after.engine, "the isolation is another"),
    ...changed("image", before.image, after.image, "the body finds other software"),
    ...changed("needs.language", before.needs.language, after.needs.language, "so is the runtime"),
    ...(["native", "npm", "pip"] as const).flatMap((kind) =>
      packageChanges(`needs.${kind}`, before.needs[kind], after.needs[kind]),
    ),
    ...LIMIT_NAMES.flatMap((name) =>
      limitChange(`limits.${name}`, before.limits[name], after.limits[name]),
    ),
  ];
  return { changes, review: changes.some(({ review }) => review) };
}

function changed(
  path: string,
  before: string | null,
  after: string | null,
  why: string,
): RunnerChange[] {
  return before === after ? [] : [{ path, before, after, review: true, why }];
}

function packageChanges(
  path: string,
  before: readonly string[],
  after: readonly string[],
): RunnerChange[] {
  const gone = before.filter((name) => !after.includes(name));
  const added = after.filter((name) => !before.includes(name));
  return [
    ...gone.map((name) => change(path, name, null, false, "a package less")),
    ...added.map((name) => change(path, null, name, true, "a package that was not there")),
  ];
}

function limitChange(path: string, before: number, after: number): RunnerChange[] {
  if (before === after) return [];
  const raised = after > before;
  return [
    change(path, before, after, raised, raised ? "the body may use more" : "it may use less"),
  ];
}

function change(
  path: string,
  before: RunnerChange["before"],
  after: RunnerChange["after"],
  review: boolean,
  why: string,
): RunnerChange {
  return { path, before, after, review, why };
}
