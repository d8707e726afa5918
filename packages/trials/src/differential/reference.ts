import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

/** What a program did, as far as engines must agree. */
export interface Observed {
  /** JSON of its value. */
  readonly value?: string;
  /** The name of the error it ended with. */
  readonly error?: string;
  readonly logs: readonly string[];
}

/** What plain Node is asked to run: a function's body, or modules with one called `entry`. */
export interface ReferenceJob {
  readonly body?: string;
  readonly modules?: Readonly<Record<string, string>>;
}

/** Plain Node in a process of its own; whoever opened it closes it. */
export class Reference {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting: ((line: string) => void)[] = [];

  constructor() {
    const file = fileURLToPath(new URL("reference-child.js", import.meta.url));
    const flags = ["--experimental-vm-modules", "--no-warnings"];
    this.#child = spawn(process.execPath, [...flags, file], {
      stdio: ["pipe", "pipe", "inherit"],
      env: {},
    });
    const lines = createInterface({ input: this.#child.stdout });
    lines.on("line", (line) => this.#waiting.shift()?.(line));
  }

  run(job: ReferenceJob): Promise<Observed> {
    return new Promise((resolve) => {
      this.#waiting.push((line) => resolve(JSON.parse(line) as Observed));
      this.#child.stdin.write(`${JSON.stringify(job)}\n`);
    });
  }

  close(): void {
    this.#child.stdin.end();
    this.#child.kill();
  }
}
