import type { RunnerEngine, RunnerLimits } from "../block/types.js";
import type { Machine } from "./machine.js";

/** Whether something holds a limit, and what. */
export interface LimitEnforcement {
  state: "enforced" | "advisory";
  /** What enforces it, or why nothing does. */
  by: string;
}

/** For each limit, whether something holds it. */
export type Enforcement = Record<keyof RunnerLimits, LimitEnforcement>;

/** What holds the limits of a body on this machine. Without a machine, what holds on every one. */
export function enforcementOf(engine: RunnerEngine, machine: Machine | undefined): Enforcement {
  switch (engine) {
    case "in-process":
      return {
        memory_mb: advisory("the body shares the host's memory"),
        timeout_ms: advisory("the host stops waiting, but cannot stop the body"),
        cpu_ms: advisory("the body shares the host's processor time"),
      };
    case "subprocess":
      return held(subprocess(machine?.subprocess));
    case "sandbox":
      return held(sandbox(machine));
  }
}

/** A warning for each limit the block states that nothing holds. */
export function unenforced(
  stated: Partial<RunnerLimits>,
  engine: RunnerEngine,
  enforcement: Enforcement,
): string[] {
  return LIMIT_NAMES.filter(
    (name) => stated[name] !== undefined && enforcement[name].state === "advisory",
  ).map(
    (name) =>
      `runner.limits.${name} is ${stated[name]}, which is not enforced for engine ${engine} here: ${enforcement[name].by}`,
  );
}

/** The limits, in the order people read them. */
export const LIMIT_NAMES = [
  "memory_mb",
  "timeout_ms",
  "cpu_ms",
] as const satisfies readonly (keyof RunnerLimits)[];

/** Outside its own process the host can always end a body. */
function held({ memory_mb, cpu_ms }: Capped): Enforcement {
  const timeout_ms = enforced("the host's clock, which ends all processes of the body");
  return { memory_mb, timeout_ms, cpu_ms };
}

const NOT_LOOKED = advisory("nobody has looked at this machine; give host.machine");

type Capped = Pick<Enforcement, "memory_mb" | "cpu_ms">;

function subprocess(machine: Machine["subprocess"] | undefined): Capped {
  if (machine === undefined) return { memory_mb: NOT_LOOKED, cpu_ms: NOT_LOOKED };
  return {
    memory_mb: SUBPROCESS_MEMORY[machine.memory],
    cpu_ms: machine.cpuLimit
      ? enforced("RLIMIT_CPU, in whole seconds, for each process")
      : advisory("prlimit is not installed (package util-linux)"),
  };
}

const SUBPROCESS_MEMORY: Record<Machine["subprocess"]["memory"], LimitEnforcement> = {
  "cgroup-v1": enforced("a control group"),
  "cgroup-v2": enforced("a control group"),
  rlimit: enforced("RLIMIT_DATA, for each process"),
  engine: advisory("only the heap of Node is capped: no control group can be made here"),
};

function sandbox(machine: Machine | undefined): Capped {
  if (machine === undefined) return { memory_mb: NOT_LOOKED, cpu_ms: NOT_LOOKED };
  const found = machine.sandbox;
  if (!found.ok) return { memory_mb: advisory(found.reason), cpu_ms: advisory(found.reason) };
  const by = (holds: boolean) =>
    holds ? enforced(found.driver) : advisory(`${found.driver} does not enforce it here`);
  return { memory_mb: by(found.enforces.memory), cpu_ms: by(found.enforces.cpu) };
}

function enforced(by: string): LimitEnforcement {
  return { state: "enforced", by };
}

function advisory(by: string): LimitEnforcement {
  return { state: "advisory", by };
}
