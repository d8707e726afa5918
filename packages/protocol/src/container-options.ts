import { assertKnownKeys, assertRecord, describe } from "@execbox/core";

/** How the containers of a `container` placement are made, as a user says it. */
export interface ContainerSettings {
  /** An image of this machine with Node in it. Made from this machine's own Node when left out. */
  image?: string;
  /**
   * The command of a runner that the image brings along, one that speaks the protocol on stdin
   * and stdout. When left out, the engine's own program is mounted and run by the image's Node.
   */
  command?: readonly string[];
  /** Which program makes containers. Whichever works here when left out, Podman first. */
  program?: "podman" | "docker";
  /** How many processors' worth of time a container may use at once. Default 2. */
  cpus?: number;
  /** The most processes and threads a container may have. Default 64, of which Node needs 40. */
  pids?: number;
}

const KEYS = ["image", "command", "program", "cpus", "pids"];

/** Refuses container settings that are not, and such for a placement that has no containers. */
export function assertContainerSettings(given: unknown, placement: unknown): void {
  if (given === undefined) return;
  if (placement !== "container") {
    throw new TypeError('options.container needs options.placement to be "container"');
  }
  assertRecord("options.container", given);
  assertKnownKeys("options.container", given, KEYS);
  const { image, command, program, cpus, pids } = given as Record<string, unknown>;
  check("image", image, typeof image === "string" && /^[^-\s]\S*$/.test(image), "name an image");
  check("command", command, isCommand(command), "be a list of at least one string");
  check(
    "program",
    program,
    program === "podman" || program === "docker",
    'be "podman" or "docker"',
  );
  check("cpus", cpus, Number.isFinite(cpus) && (cpus as number) > 0, "be a number above 0");
  check(
    "pids",
    pids,
    Number.isInteger(pids) && (pids as number) >= 40,
    "be a whole number, 40 or more",
  );
}

function check(name: string, value: unknown, fits: boolean, rule: string): void {
  if (value === undefined || fits) return;
  throw new TypeError(`options.container.${name} must ${rule}, got ${describe(value)}`);
}

function isCommand(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === "string")
  );
}
