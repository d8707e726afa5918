// A lane is a child process that holds one contender. Everybody has one, so that a contender that
// crashes, never ends or eats the memory costs itself a result and nobody else anything.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const CHILD = fileURLToPath(new URL("lane-child.mjs", import.meta.url));
const STDERR_KEPT = 2_000;

/** Why a lane did not answer: `kind` is `"crash"`, `"hang"`, `"absent"` or `"error"`. */
export class LaneFailure extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** The parent's end of a lane. Owns the child: `close()` ends it and everything it started. */
export class Lane {
  #child;
  #pending = new Map();
  #next = 1;
  #stderr = "";
  alive = true;

  constructor(contender, setup = {}) {
    this.#child = fork(CHILD, [contender.file, JSON.stringify(setup)], {
      execArgv: ["--expose-gc", ...contender.flags],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      // A group of its own, so that a kill reaches what the contender started.
      detached: true,
    });
    this.#child.stderr.on("data", (chunk) => {
      this.#stderr = (this.#stderr + chunk).slice(-STDERR_KEPT);
    });
    this.#child.on("message", (reply) => this.#settle(reply));
    this.#child.on("exit", (code, signal) => this.#end(`ended with ${signal ?? `code ${code}`}`));
  }

  get pid() {
    return this.#child.pid;
  }

  /** Asks the child for something; a child that takes longer than `patienceMs` is killed. */
  request(command, details = {}, patienceMs = 60_000) {
    if (!this.alive) return Promise.reject(new LaneFailure("crash", "the process is gone"));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new LaneFailure("hang", `no answer after ${Math.round(patienceMs / 1000)} s`));
        this.close();
      }, patienceMs);
      this.#pending.set(id, { resolve, reject, timer });
      this.#child.send({ id, command, ...details });
    });
  }

  close() {
    this.alive = false;
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // Already gone.
    }
  }

  #settle({ id, failure, value }) {
    const waiting = this.#pending.get(id);
    if (waiting === undefined) return;
    this.#pending.delete(id);
    clearTimeout(waiting.timer);
    if (failure === undefined) waiting.resolve(value);
    else waiting.reject(new LaneFailure(failure.kind, failure.message));
  }

  #end(how) {
    this.close();
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new LaneFailure("crash", `the host process ${how}${this.#lastWords()}`));
    }
    this.#pending.clear();
  }

  #lastWords() {
    const fatal = this.#stderr.split("\n").find((line) => /fatal|error|abort/i.test(line));
    return fatal === undefined ? "" : `: ${fatal.replace(/^[#\s]+/, "").slice(0, 120)}`;
  }
}
