import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Address } from "../../src/index.js";
import { endWithUs } from "./end-with-us.js";
import type { RunnerSettings } from "./runner-program.js";

const PROGRAM = fileURLToPath(new URL("runner-program.js", import.meta.url));

/** A real runner in a process of its own. */
export class RunnerProcess {
  readonly child: ChildProcess;
  /** Settles when it takes executions. */
  readonly ready: Promise<Address>;
  /** The ids of executions whose start it reported. */
  readonly started: string[] = [];

  constructor(settings: RunnerSettings, prefix: readonly string[] = []) {
    const [command = "", ...args] = [
      ...prefix,
      process.execPath,
      PROGRAM,
      JSON.stringify(settings),
    ];
    this.child = spawn(command, args, {
      stdio: ["ignore", "pipe", "inherit"],
      env: { PATH: process.env["PATH"] },
    });
    endWithUs(this.child);
    this.ready = new Promise((resolve, reject) => {
      const lines = createInterface({ input: this.child.stdout! });
      lines.on("line", (line) => {
        const { ready, started } = JSON.parse(line) as { ready?: Address; started?: string };
        if (ready !== undefined) resolve(ready);
        if (started !== undefined) this.started.push(started);
      });
      this.child.once("exit", (code) => reject(new Error(`the runner ended with ${code}`)));
    });
    // Whoever kills it early need not wait for it.
    this.ready.catch(() => {});
  }

  get alive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Whether it stands still, by the word of the kernel. */
  get stopped(): boolean {
    return readFileSync(`/proc/${this.child.pid}/stat`, "utf8").split(") ")[1]?.[0] === "T";
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends it by `signal` and waits until it has ended. */
  async end(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    if (!this.alive) return;
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    await ended;
  }
}
