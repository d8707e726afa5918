import { readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { ContainerProgram } from "./container-cli.js";
import { SANDBOX_SCRATCH, type SandboxMount, type SandboxSpec } from "./sandbox-driver.js";

/** Nobody, by the number every system has agreed on: images need not list it. */
export const NOBODY = "65534:65534";

/** The label by which everything of one program is found again. */
export const OWNER_LABEL = "execbox.owner";

/** What stands around a sandbox: the flags of `run` that confine what runs in it. */
export function confinementFlags(
  program: ContainerProgram,
  spec: SandboxSpec,
  network: string | undefined,
): string[] {
  return [
    ...["--network", spec.network ? (network ?? "bridge") : "none"],
    // Nothing is written but what is mounted to be written, and that is in memory and counted.
    "--read-only",
    ...scratch(program, SANDBOX_SCRATCH, spec.scratchBytes),
    ...scratch(program, "/tmp", spec.scratchBytes),
    ...["--user", NOBODY],
    ...["--cap-drop", "ALL"],
    // A setuid program in the image must not undo the two lines above.
    ...["--security-opt", "no-new-privileges"],
    ...["--cgroupns", "private"],
    ...limits(spec),
    ...spec.mounts.flatMap(mount),
    ...Object.entries(spec.env).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
    ...common(program),
  ];
}

/** What every container of ours has, those that build images included. */
export function common(program: ContainerProgram): string[] {
  return [
    // Reaps what bodies leave behind, and passes on the signals that Node as process 1 ignores.
    "--init",
    // What is written to the pipes goes to us alone: a log on the host's disk has no bound.
    ...["--log-driver", "none"],
    // An image is on the machine or it is an error; nothing is fetched behind anybody's back.
    ...["--pull", "never"],
    ...["--stop-timeout", "0"],
    ...(program === "podman" ? PODMAN_ONLY : DOCKER_ONLY),
  ];
}

const PODMAN_ONLY = [
  // Podman would hand over the host's proxies, passwords and all.
  "--http-proxy=false",
  // And would mount three folders that can be written without a limit.
  "--read-only-tmpfs=false",
  // Volumes an image declares would be folders on the host's disk, written without a limit.
  ...["--image-volume", "ignore"],
];

/** Docker's client hands over the proxies of its own configuration unless they are set. */
const DOCKER_ONLY = ["HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "NO_PROXY", "ALL_PROXY"].flatMap(
  (name) => ["--env", `${name}=`, "--env", `${name.toLowerCase()}=`],
);

function scratch(program: ContainerProgram, folder: string, bytes: number): string[] {
  // Podman would take over what the image has there, and whose it is.
  const own = program === "podman" ? ",notmpcopyup" : "";
  return ["--tmpfs", `${folder}:rw,exec,nosuid,nodev,mode=1777,size=${bytes}${own}`];
}

function limits({ memoryBytes, pids, cpus, cpuSeconds }: SandboxSpec): string[] {
  return [
    ...["--memory", `${memoryBytes}b`],
    // The same number again: no swap beside it.
    ...["--memory-swap", `${memoryBytes}b`],
    ...["--pids-limit", String(pids)],
    ...["--cpus", String(Math.min(cpus, availableParallelism()))],
    ...rlimits(cpuSeconds),
  ];
}

/**
 * All of them, always: one that is given makes Podman forget its own defaults, and what it then
 * takes from the kernel is more than a root without CAP_SYS_RESOURCE may set.
 */
export function rlimits(cpuSeconds?: number): string[] {
  const files = Math.min(1_024, hardLimit("open files"));
  const processes = Math.min(4_096, hardLimit("processes"));
  const seconds = cpuSeconds === undefined ? undefined : Math.max(1, Math.ceil(cpuSeconds));
  return [
    ...["--ulimit", `nofile=${files}:${files}`],
    ...["--ulimit", `nproc=${processes}:${processes}`],
    ...["--ulimit", "core=0:0"],
    ...(seconds === undefined ? [] : ["--ulimit", `cpu=${seconds}:${seconds + 1}`]),
  ];
}

function hardLimit(name: string): number {
  try {
    const line = readFileSync("/proc/self/limits", "utf8").match(`Max ${name} +\\S+ +(\\d+)`);
    return Number(line?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Without what is mounted below it, which read-only would not hold for. */
function mount({ from, to }: SandboxMount): string[] {
  if ((statSync(from).mode & 0o004) === 0) {
    throw new Error(
      `a container's user could not read ${from}: let others read it, with chmod -R o+rX`,
    );
  }
  for (const path of [from, to]) {
    if (/[,"\r\n]/.test(path)) {
      throw new TypeError(
        `${JSON.stringify(path)} cannot be mounted: it has a comma or quote in it`,
      );
    }
  }
  return ["--mount", `type=bind,src=${from},dst=${to},ro=true,bind-nonrecursive=true`];
}
