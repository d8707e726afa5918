import { defineRunner, type RunnerHandle } from "../define/define-runner.js";
import type { RunnerPolicy } from "../define/policy.js";
import { type ComposeOptions, composeRunner } from "./compose.js";
import { inheritRunner } from "./inherit.js";
import { migrateRuntime } from "./legacy.js";

/** How a manifest becomes a handle. */
export interface ResolveOptions extends ComposeOptions {
  /** What stands under `runner` in the code workspace the manifest builds on. */
  inherited?: unknown;
  /** What the host decides. `run` is the manifest's unless given. */
  host?: RunnerPolicy;
}

/**
 * Reads the runner of a whole manifest: a legacy `runtime` block is rewritten, the form is
 * resolved, the workspace's fields are inherited, and a handle is defined.
 *
 * @example
 * const handle = await resolveRunner({ run: "main.py", runner: { file: "./RUNNER.md" } }, { workspace });
 */
export async function resolveRunner(
  manifest: unknown,
  options: ResolveOptions = {},
): Promise<RunnerHandle> {
  const { host = {}, inherited } = options;
  const { manifest: current, warnings } = migrateRuntime(manifest);
  const { runner, run } = current;
  for (const warning of warnings) (host.logger ?? console).warn(warning);
  const own = await composeRunner(runner, options);
  const block = inheritRunner(await composeRunner(inherited, options), own);
  return defineRunner(block, { ...(typeof run === "string" ? { run } : {}), ...host });
}
