import { ruling, section } from "./section.js";

/** What we promise of containers: the placement, and the driver for Podman and Docker. */
export const containers = [
  section("issue/containers", {
    "container.suite-execute": ruling("The execute() suite passes unchanged in containers."),
    "container.suite-run-code": ruling("The runCode() suite passes unchanged in containers."),
    "container.memory": ruling("A body that takes more memory than it may is ended."),
    "container.memory-verdict": ruling("A runner ended for its memory is memory_limit."),
    "container.pids": ruling("Processes and threads over the cap are refused."),
    "container.cpu": ruling("Processor time is shared out, and ends a body that uses it up."),
    "container.network": ruling("The network is closed unless it is granted."),
    "container.read-only": ruling("Nothing can be written but a bounded scratch and /tmp."),
    "container.powerless": ruling(
      "No capabilities, no new privileges, not root, no host variables.",
    ),
    "container.time": ruling("A body that ignores signals and forks ends at once when killed."),
    "container.nothing-left": ruling("Disposing leaves no container, process or mount."),
    "container.copy": ruling("Files are put below /scratch only, links as links."),
    "container.dies-with-host": ruling("Containers end with their host, however it ends."),
    "container.heals": ruling("A container that dies costs its own run and no other."),
    "container.seen-not-assumed": ruling("A limit counts as enforced when the kernel says so."),
    "container.facts": ruling("facts() of a container say what holds it, and the page agrees."),
    "container.own-runner": ruling("An image may bring its own runner along."),
    "container.image-once": ruling("An image is made once from the same files."),
    "container.needs-once": ruling("Needed packages are installed once, with progress shown."),
    "container.needs-network": ruling("Only installing may use the network, and only if granted."),
    "container.needs-refused": ruling("What is not the name of a package is refused."),
    "container.no-program": ruling("Without Podman or Docker one sentence says what to install."),
  }),
] as const;
