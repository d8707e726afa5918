// Containers for tests and benches: settings that work on machines with hybrid control groups, and
// a storage of their own, so that nothing of them stays on the machine.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Points Podman, for this process and its children, to settings and a storage in a folder that
 * was just made. Gives the function that looks for leftovers, which it names, and removes the
 * folder.
 */
export function useTestContainers() {
  const folder = mkdtempSync(join(tmpdir(), "execbox-containers-"));
  const settings = join(folder, "containers.conf");
  const storage = join(folder, "storage.conf");
  writeFileSync(settings, SETTINGS);
  writeFileSync(storage, storageIn(folder));
  process.env.CONTAINERS_CONF = settings;
  process.env.CONTAINERS_STORAGE_CONF = storage;
  const end = () => {
    const left = leftovers(folder);
    podman("rm", "--all", "--force");
    removeStorage(folder);
    return left;
  };
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      end();
      process.exit(1);
    });
  }
  return end;
}

/** A command of Podman's that still cleans up may hold the storage, mounted on itself. */
function removeStorage(folder) {
  for (let tries = 20; ; tries--) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (tries === 0) throw error;
      spawnSync("umount", [`${folder}/storage/overlay`]);
      wait(250);
    }
  }
}

// crun does not work where control groups are hybrid, and Podman's own limits are higher than a
// root without CAP_SYS_RESOURCE may set.
const SETTINGS = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
`;

const storageIn = (folder) => `[storage]
driver = "overlay"
graphroot = "${folder}/storage"
runroot = "${folder}/run"
`;

/** What is still there after the time that removing takes on a busy machine. */
function leftovers(folder) {
  let left = [];
  for (let tries = 20; tries > 0; tries--) {
    left = found(folder);
    if (left.length === 0) return left;
    wait(250);
  }
  return left;
}

function wait(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function found(folder) {
  const containers = podman("ps", "--all", "--format", "container {{.Names}}: {{.Status}}");
  const mounts = readFileSync("/proc/self/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    // Podman's own, for as long as the machine runs: the storage folder mounted on itself.
    .filter((path) => path.startsWith(folder) && path !== `${folder}/storage/overlay`)
    .map((path) => `mount ${path}`);
  return [...containers, ...mounts];
}

function podman(...args) {
  const { status, stdout } = spawnSync("podman", args, { encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : [];
}
