import { posix } from "node:path";
import { pipedChild } from "../piped-program.js";
import { confinementFlags, OWNER_LABEL } from "./confinement.js";
import {
  type ContainerCli,
  type ContainerProgram,
  demandContainerCli,
  findContainerCli,
} from "./container-cli.js";
import { buildProbeImage } from "./local-image.js";
import { type PrepareOptions, prepareImage } from "./prepare-image.js";
import { removeContainer } from "./remove-container.js";
import {
  SANDBOX_SCRATCH,
  type Sandbox,
  type SandboxDriver,
  type SandboxExecOptions,
  type SandboxExit,
  type SandboxNeeds,
  type SandboxProcess,
  type SandboxSpec,
  type SandboxSupport,
  type SandboxWalls,
} from "./sandbox-driver.js";
import { countMemoryKills, groupsOf, lookAt } from "./seen-walls.js";
import { foldersAbove, tar, tarEntriesOf } from "./tar.js";
import { containerName, guardContainer, OWNER } from "./undertaker.js";

/** Options of the driver for Podman and Docker. */
export interface ContainerDriverOptions extends PrepareOptions {
  /** Which of the two; whichever works here when left out, Podman first. */
  program?: ContainerProgram;
}

/** What the driver keeps of a sandbox until it has removed it. */
interface Kept {
  readonly cli: ContainerCli;
  /** Calls off what would remove the container if this program died. */
  readonly release: () => void;
  groups: string;
  removal?: Promise<void>;
}

/** What waits in a container ends by itself after a day, should everybody have forgotten it. */
const WAIT = ["sleep", "86400"] as const;
/** How long the client of a command may outlive the container the command was in. */
const CLIENT_GRACE_MS = 5_000;
const COPY_TIMEOUT_MS = 600_000;

/**
 * The driver for Podman and Docker. It looks for them when it is first used.
 *
 * @example
 * const driver = new ContainerDriver();
 * const image = await buildNodeImage();
 * const sandbox = await driver.create({ image, ...limits });
 * const { stdout, ended } = driver.exec(sandbox, ["node", "-p", "6 * 7"]);
 * await ended;
 * await driver.dispose(sandbox);
 */
export class ContainerDriver implements SandboxDriver {
  readonly #options: ContainerDriverOptions;
  readonly #kept = new Map<string, Kept>();
  #support: Promise<SandboxSupport> | undefined;

  constructor(options: ContainerDriverOptions = {}) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.program ?? "podman or docker";
  }

  async probe(): Promise<SandboxSupport> {
    const found = await findContainerCli(this.#options.program);
    if ("reason" in found) return { ok: false, reason: found.reason };
    this.#support ??= this.#tryOut(found.cli);
    const support = await this.#support;
    if (!support.ok) this.#support = undefined;
    return support;
  }

  async prepare(needs: SandboxNeeds, progress: (step: string) => void): Promise<string> {
    return prepareImage(await this.#cli(), needs, this.#options, progress);
  }

  async create(spec: SandboxSpec): Promise<Sandbox> {
    const cli = await this.#cli();
    const id = containerName();
    const kept: Kept = { cli, release: guardContainer(cli), groups: "" };
    this.#kept.set(id, kept);
    try {
      await cli.demand([
        "run",
        "--detach",
        ...["--name", id],
        ...["--label", `${OWNER_LABEL}=${OWNER}`],
        ...confinementFlags(cli.name, spec, this.#options.network),
        ...["--entrypoint", WAIT[0], spec.image, WAIT[1]],
      ]);
      const walls = await look(kept, id, spec);
      return walls === undefined ? { id } : { id, walls };
    } catch (error) {
      await this.dispose({ id });
      throw error;
    }
  }

  exec(
    sandbox: Sandbox,
    command: readonly string[],
    options: SandboxExecOptions = {},
  ): SandboxProcess {
    const kept = this.#keptOf(sandbox);
    const before = countMemoryKills(kept.groups);
    const child = kept.cli.start([
      "exec",
      "--interactive",
      ...["--workdir", options.cwd ?? SANDBOX_SCRATCH],
      ...Object.entries(options.env ?? {}).flatMap(([name, value]) => [
        "--env",
        `${name}=${value}`,
      ]),
      sandbox.id,
      ...command,
    ]);
    const program = pipedChild(child);
    return {
      ...program,
      ended: program.ended.then(({ code }) => exitOf(code, kept, before)),
      kill: () => {
        const timer = setTimeout(() => child.kill("SIGKILL"), CLIENT_GRACE_MS);
        void program.ended.then(() => clearTimeout(timer));
        // A failure shows again, with its reason, in `dispose`.
        this.#remove(sandbox.id, kept).catch(() => {});
      },
    };
  }

  async copy(sandbox: Sandbox, from: string, to: string): Promise<void> {
    const { cli } = this.#keptOf(sandbox);
    const name = posix.relative(SANDBOX_SCRATCH, posix.resolve(SANDBOX_SCRATCH, to));
    if (name === "" || name === ".." || name.startsWith("../")) {
      throw new TypeError(`${to} is not below ${SANDBOX_SCRATCH}, where alone files can be put`);
    }
    // Not their own `cp`: Docker's cannot write into a container whose root is read-only.
    const unpack = ["tar", "-xf", "-", "-C", SANDBOX_SCRATCH];
    await cli.demand(["exec", "--interactive", sandbox.id, ...unpack], {
      input: tar([...foldersAbove(name), ...tarEntriesOf(from, name)]),
      timeoutMs: COPY_TIMEOUT_MS,
    });
  }

  async dispose(sandbox: Sandbox): Promise<void> {
    const kept = this.#kept.get(sandbox.id);
    if (kept !== undefined) await this.#remove(sandbox.id, kept);
  }

  #cli(): Promise<ContainerCli> {
    return demandContainerCli(this.#options.program);
  }

  #keptOf({ id }: Sandbox): Kept {
    const kept = this.#kept.get(id);
    if (kept !== undefined) return kept;
    throw new Error(`${id} is no sandbox of this driver, or was disposed of`);
  }

  #remove(id: string, kept: Kept): Promise<void> {
    kept.removal ??= removeContainer(kept.cli, id).then(
      () => {
        kept.release();
        this.#kept.delete(id);
      },
      (error: Error) => {
        // Whoever asks again tries again.
        delete kept.removal;
        throw error;
      },
    );
    return kept.removal;
  }

  /** Makes a container of the smallest kind and looks at what holds it. */
  async #tryOut(cli: ContainerCli): Promise<SandboxSupport> {
    try {
      const image = await buildProbeImage(cli);
      const sandbox = await this.create({ ...PROBE, image });
      await this.dispose(sandbox);
      const { walls } = sandbox;
      return {
        ok: true,
        enforces: {
          memory: walls !== undefined && walls.memory !== "engine",
          cpu: walls?.cpuTime ?? false,
          pids: walls?.pids ?? false,
          network: walls?.networkClosed ?? false,
        },
      };
    } catch (error) {
      return {
        ok: false,
        reason: `${cli.name} is installed but makes no containers here: ${(error as Error).message}`,
      };
    }
  }
}

const PROBE: Omit<SandboxSpec, "image"> = {
  memoryBytes: 64 << 20,
  pids: 16,
  cpus: 1,
  cpuSeconds: 60,
  scratchBytes: 1 << 20,
  network: false,
  mounts: [],
  env: {},
};

async function look(kept: Kept, id: string, spec: SandboxSpec): Promise<SandboxWalls | undefined> {
  const format = "{{.Id}} {{.State.Pid}}";
  const said = await kept.cli.demand(["container", "inspect", "--format", format, id]);
  const [containerId = "", pid = ""] = said.split(" ");
  const walls = lookAt(Number(pid), containerId);
  if (walls === undefined) return undefined;
  kept.groups = groupsOf(Number(pid), containerId);
  assertHolds(kept.cli.name, spec, walls);
  return walls;
}

/** What must hold whatever the machine: a configuration that undoes it is an error, not a fact. */
function assertHolds(program: string, spec: SandboxSpec, walls: SandboxWalls): void {
  const missing = [
    ...(walls.powerless ? [] : ["without privileges"]),
    ...(walls.rootReadOnly ? [] : ["read-only"]),
    ...(spec.network || walls.networkClosed ? [] : ["without network"]),
  ];
  if (missing.length === 0) return;
  throw new Error(
    `${program} did not make the container ${missing.join(", ")}, though it was told to; look for what its configuration overrides`,
  );
}

/** Podman and Docker report a signal as 128 and its number, and their own troubles below that. */
function exitOf(code: number | null, kept: Kept, killsBefore: number): SandboxExit {
  if (code !== null && code <= 128) return { code, outOfMemory: false };
  const cause = code === null ? "its client being killed" : `signal ${code - 128}`;
  return { code: null, cause, outOfMemory: countMemoryKills(kept.groups) > killsBefore };
}
