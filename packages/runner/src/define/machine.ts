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
 * Looks at this machine, so that handles can say which limits are enforced. Starts nothing that
 * stays.
 *
 * @example
 * const machine = await inspectMachine({ driver });
 * const handle = defineRunner({ limits: { memory_mb: 64 } }, { machine });
 */
export async function inspectMachine(options: { driver?: SandboxDriver } = {}): Promise<Machine> {
  const { driver } = options;
  return { subprocess: inspectHardening(), sandbox: await supportOf(driver) };
}

async function supportOf(driver: SandboxDriver | undefined): Promise<Machine["sandbox"]> {
  if (driver === undefined) return { ok: false, reason: NO_DRIVER };
  const support = await driver.probe();
  return support.ok ? { ...support, driver: driver.name } : support;
}

/** What a host without a driver is told. */
export const NO_DRIVER =
  "engine sandbox needs a container tool: install podman (apt-get install podman) or docker, or give a driver";
