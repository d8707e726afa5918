import type { RunnerLimits, RunnerNeeds } from "../block/types.js";
import { policyOf, type RunnerHandle } from "../define/define-runner.js";
import { enforcementOf, LIMIT_NAMES, type LimitEnforcement } from "../define/enforcement.js";
import { type ImageTemplate, missingNative } from "../define/images.js";
import type { Machine } from "../define/machine.js";

/** What a person is asked to trust, one fact a field. */
export interface RunnerDescription {
  engine: RunnerHandle["engine"];
  /** What the engine means, in a sentence. */
  boundary: string;
  image: string | null;
  /** What else the image can do. */
  capabilities: string[];
  /** Every native package the body will find, and where it comes from. */
  native: { name: string; from: "image" | "installed" | "not installed" }[];
  npm: string[];
  pip: string[];
  limits: ({ name: keyof RunnerLimits; value: number } & LimitEnforcement)[];
  /** All of it as lines of text. */
  text: string;
}

/**
 * Says what a handle asks a person to trust, on this machine when `inspectMachine()`'s answer is
 * given here or was in the host's policy.
 */
export function describeRunner(handle: RunnerHandle, machine?: Machine): RunnerDescription {
  const policy = policyOf(handle);
  const image = policy?.images.find(({ id }) => id === handle.image);
  const enforcement = enforcementOf(handle.engine, machine ?? policy?.machine);
  const facts = {
    engine: handle.engine,
    boundary: BOUNDARIES[handle.engine],
    image: handle.image,
    capabilities: [...(image?.capabilities ?? [])],
    native: nativeOf(handle.needs, image),
    npm: [...handle.needs.npm],
    pip: [...handle.needs.pip],
    limits: LIMIT_NAMES.map((name) => ({
      name,
      value: handle.limits[name],
      ...enforcement[name],
    })),
  };
  return { ...facts, text: render(facts) };
}

const BOUNDARIES: Readonly<Record<RunnerHandle["engine"], string>> = {
  "in-process": "runs inside the host's own process and can do whatever the host can",
  subprocess: "runs in a process of its own: reads its bundle, writes its scratch folder",
  sandbox: "runs in a container of its own",
};

function nativeOf(
  needs: RunnerNeeds,
  image: ImageTemplate | undefined,
): RunnerDescription["native"] {
  // Outside a sandbox needs are advice: nothing is installed on the host.
  if (image === undefined) return needs.native.map((name) => ({ name, from: "not installed" }));
  const baked = (image.native ?? []).map((name) => ({ name, from: "image" as const }));
  const added = missingNative(image, needs.native);
  return [...baked, ...added.map((name) => ({ name, from: "installed" as const }))];
}

function render(facts: Omit<RunnerDescription, "text">): string {
  const { engine, boundary, image, capabilities, native, npm, pip, limits } = facts;
  const list = (items: readonly string[]) => (items.length === 0 ? "none" : items.join(", "));
  return [
    `engine: ${engine} (${boundary})`,
    `image: ${image ?? "none"}`,
    ...(capabilities.length === 0 ? [] : [`capabilities: ${list(capabilities)}`]),
    `native packages: ${list(native.map(({ name, from }) => `${name} (${from})`))}`,
    `npm packages: ${list(npm)}`,
    `pip packages: ${list(pip)}`,
    ...limits.map(({ name, value, state, by }) =>
      value === Number.POSITIVE_INFINITY
        ? `${name}: no cap`
        : `${name}: ${value} (${state}: ${by})`,
    ),
  ].join("\n");
}
