import { setTimeout as sleep } from "node:timers/promises";
import type { Fleet } from "../support/fleet.js";
import type { RunnerProcess } from "../support/runner-process.js";

/** What the monkey did. */
export interface Mischief {
  killed: number;
  stopped: number;
  restarted: number;
  serversTaken: number;
}

/**
 * Breaks a fleet while it works: kills runners, stops and continues them, restarts them politely,
 * and takes NATS servers away. At most half of the runners, and one server, are out at once.
 */
export class Monkey {
  readonly done: Mischief = { killed: 0, stopped: 0, restarted: 0, serversTaken: 0 };
  readonly #fleet: Fleet;
  readonly #everyMs: number;
  readonly #hurt = new Set<RunnerProcess>();
  readonly #healing = new Set<Promise<void>>();
  #serverOut = false;
  #stop = false;

  constructor(fleet: Fleet, everyMs: number) {
    this.#fleet = fleet;
    this.#everyMs = everyMs;
  }

  /** Breaks things until it is stopped, then mends everything. */
  async run(): Promise<void> {
    for (let turn = 0; !this.#stop; turn++) {
      await sleep(this.#everyMs * (0.5 + Math.random()));
      this.#heal(turn % 8 === 5 ? this.#takeServer() : this.#hurtRunner());
    }
    await Promise.all(this.#healing);
  }

  stop(): void {
    this.#stop = true;
  }

  #heal(healing: Promise<void>): void {
    this.#healing.add(healing);
    void healing.finally(() => this.#healing.delete(healing));
  }

  async #hurtRunner(): Promise<void> {
    const alive = this.#fleet.runners.filter((runner) => runner.alive);
    const whole = alive.filter((runner) => !this.#hurt.has(runner));
    const victim = whole[Math.floor(Math.random() * whole.length)];
    if (victim === undefined || this.#hurt.size >= this.#fleet.size / 2) return;
    this.#hurt.add(victim);
    await this.#mischief(victim);
    this.#hurt.delete(victim);
  }

  async #mischief(victim: RunnerProcess): Promise<void> {
    const dice = Math.random();
    if (dice < 0.4) {
      this.done.killed++;
      await victim.end("SIGKILL");
      await this.#fleet.addRunner();
    } else if (dice < 0.7) {
      // Sometimes shorter than the heartbeat's bound, sometimes longer.
      this.done.stopped++;
      victim.signal("SIGSTOP");
      await sleep(100 + Math.random() * 2_400);
      victim.signal("SIGCONT");
    } else {
      this.done.restarted++;
      const [next] = [this.#fleet.addRunner()];
      await victim.end("SIGTERM");
      await next;
    }
  }

  async #takeServer(): Promise<void> {
    if (this.#serverOut) return;
    this.#serverOut = true;
    const { servers } = this.#fleet.cluster;
    const server = servers[Math.floor(Math.random() * servers.length)]!;
    this.done.serversTaken++;
    await server.kill("SIGKILL");
    await sleep(1_500);
    await server.start();
    await sleep(2_000);
    this.#serverOut = false;
  }
}
