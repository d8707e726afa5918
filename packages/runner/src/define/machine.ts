import {
  type HardeningFacts,
  inspectHardening,
  type SandboxDriver,
  type SandboxSupport,
} from "@execbox/placement";

/** What a machine offers to runners. */
export interface Machine {
  /** What holds a body in a process of its own. */
  subprocess: HardeningFacts;
  /** Whether bodies can have a container, and what holds them there. */
  sandbox: (SandboxSupport & { ok: true; driver: string }) | (SandboxSupport & { ok: false });
}

/**
 * Looks at this machine, so that handles can say which limits are enforced. Bodies that need a
 * container get it from `driver`, or from Podman or Docker when none is given; one container is
 * made to see what holds it, and nothing stays.
 *
 * @example
 * const machine = await inspectMachine();
 * const handle = defineRunner({ limits: { memory_mb: 64 } }, { machine });
 */
export async function inspectMachine(options: { driver?: SandboxDriver } = {}): Promise<Machine> {
  const { driver = await containerDriver() } = options;
  const support = await driver.probe();
  return {
    subprocess: inspectHardening(),
    sandbox: support.ok ? { ...support, driver: driver.name } : support,
  };
}

/** The half of it that makes no container. */
export function inspectSubprocess(): Machine {
  return { subprocess: inspectHardening(), sandbox: { ok: false, reason: "nobody has looked" } };
}

/** The driver of hosts that bring none. Nobody else waits for its code to be read. */
export async function containerDriver(): Promise<SandboxDriver> {
  const { ContainerDriver } = await import("@execbox/placement/container");
  return new ContainerDriver();
}
