import { describe } from "@execbox/core";
import { checkBlock, isPlainObject } from "../block/check.js";
import { RunnerBlockError } from "../block/runner-block-error.js";
import type { RunnerDefinition } from "../block/types.js";
import { readFrontMatter } from "./front-matter.js";
import { readWorkspaceFile } from "./workspace-file.js";

/** The block under `runner` in a manifest: written out, or in one of three forms that lead to it. */
export type RunnerForm =
  | RunnerDefinition
  | { inline: RunnerDefinition }
  | { ref: string }
  | { file: string };

/** What a form may need to be resolved. */
export interface ComposeOptions {
  /** The folder that `file` is relative to and may not leave. */
  workspace?: string;
  /** Finds the block a `ref` names; `undefined` when there is none. */
  resolveRef?: (ref: string) => unknown;
}

const FORMS = ["inline", "ref", "file"] as const;

/**
 * Resolves what stands under `runner` to the block it means, checked. Reads at most one file.
 *
 * @example
 * await composeRunner({ file: "./RUNNER.md" }, { workspace: "/srv/tools/report" });
 */
export async function composeRunner(
  runner: unknown,
  options: ComposeOptions = {},
): Promise<RunnerDefinition> {
  const form = formOf(runner);
  switch (form?.kind) {
    case undefined:
      return runner === undefined ? {} : checkBlock(runner);
    case "inline":
      return checkBlock(form.value, "runner.inline");
    case "ref":
      return resolveRef(assertName(form.value, "runner.ref"), options);
    case "file":
      return readFile(assertName(form.value, "runner.file"), options);
  }
}

/** The form of a `runner` value without resolving it; `undefined` for the block itself. */
export function formOf(
  runner: unknown,
): { kind: (typeof FORMS)[number]; value: unknown } | undefined {
  if (!isPlainObject(runner)) return undefined;
  const kind = FORMS.find((name) => Object.hasOwn(runner, name));
  if (kind === undefined) return undefined;
  const other = Object.keys(runner).find((key) => key !== kind);
  if (other === undefined) return { kind, value: runner[kind] };
  throw new RunnerBlockError(
    `runner.${other}`,
    `cannot stand beside runner.${kind}; use one of inline, ref and file, alone`,
  );
}

async function resolveRef(
  ref: string,
  { resolveRef: resolve }: ComposeOptions,
): Promise<RunnerDefinition> {
  if (resolve === undefined) {
    throw new RunnerBlockError("runner.ref", `is ${describe(ref)}, but the host resolves no refs`);
  }
  const block = await resolve(ref);
  if (block === undefined || block === null) {
    throw new RunnerBlockError("runner.ref", `is ${describe(ref)}, which the host does not know`);
  }
  return checkBlock(block, `runner.ref(${ref})`);
}

async function readFile(path: string, { workspace }: ComposeOptions): Promise<RunnerDefinition> {
  if (workspace === undefined) {
    throw new RunnerBlockError("runner.file", "needs a workspace; the host gave none");
  }
  const text = await readWorkspaceFile(workspace, path);
  const block = readFrontMatter(text, path);
  try {
    return checkBlock(block);
  } catch (error) {
    throw error instanceof RunnerBlockError ? inFile(error, path) : error;
  }
}

/** The same complaint, with the file it is about. */
function inFile(error: RunnerBlockError, file: string): RunnerBlockError {
  return new RunnerBlockError(error.path, error.message.slice(error.path.length + 1), file);
}

function assertName(value: unknown, path: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new RunnerBlockError(path, `must be a name, got ${describe(value)}`);
}
