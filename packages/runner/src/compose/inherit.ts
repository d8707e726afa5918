import type { RunnerDefinition } from "../block/types.js";

/**
 * A tool's block on top of its code workspace's: each field the tool states replaces the
 * workspace's, lists included; the rest is inherited.
 */
export function inheritRunner(
  workspace: RunnerDefinition,
  tool: RunnerDefinition,
): RunnerDefinition {
  const needs = { ...workspace.needs, ...tool.needs };
  const limits = { ...workspace.limits, ...tool.limits };
  return { ...workspace, ...tool, needs, limits };
}
