import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Address, NatsRunnerOptions } from "../../src/index.js";

const PROGRAM = fileURLToPath(new URL("runner-program.js", import.meta.url));

/** A real runner in a process of its own. */
export class RunnerProcess {
  readonly child: ChildProcess;
  /** Settles when it takes executions. */
  readonly ready: Promise<Address>;
  /** The ids of executions whose start it reported. */
  readonly started: string[] = [];

  constructor(settings: Omit<NatsRunnerOptions, "serve">, prefix: readonly string[] = []) {
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
