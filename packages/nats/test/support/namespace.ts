import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";

/** Where Debian puts it. */
const env = { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` };

function ip(...args: string[]): void {
  execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"], env });
}

/**
 * A network of its own, tied to ours by one wire that can be cut: what is sent is then lost without
 * a word, as when a cable is pulled.
 */
export class Namespace implements Disposable {
  readonly #name = `execbox-${randomBytes(3).toString("hex")}`;
  readonly #wire = `xb${randomBytes(3).toString("hex")}`;
  /** Our end of the wire. */
  readonly here: string;
  /** The other end. */
  readonly there: string;

  constructor() {
    const [second, third] = [100 + (process.pid % 100), randomBytes(1)[0]];
    this.here = `10.${second}.${third}.1`;
    this.there = `10.${second}.${third}.2`;
    const [near, far] = [`${this.#wire}a`, `${this.#wire}b`];
    ip("netns", "add", this.#name);
    ip("link", "add", near, "type", "veth", "peer", "name", far);
    ip("link", "set", far, "netns", this.#name);
    ip("addr", "add", `${this.here}/30`, "dev", near);
    ip("link", "set", near, "up");
    ip("-n", this.#name, "addr", "add", `${this.there}/30`, "dev", far);
    ip("-n", this.#name, "link", "set", far, "up");
    ip("-n", this.#name, "link", "set", "lo", "up");
  }

  /** What starts a program inside. */
  get prefix(): string[] {
    return ["ip", "netns", "exec", this.#name];
  }

  cut(): void {
    ip("-n", this.#name, "link", "set", `${this.#wire}b`, "down");
  }

  mend(): void {
    ip("-n", this.#name, "link", "set", `${this.#wire}b`, "up");
  }

  [Symbol.dispose](): void {
    spawnSync("ip", ["netns", "del", this.#name], { env });
    spawnSync("ip", ["link", "del", `${this.#wire}a`], { env });
  }
}

/** Why namespaces cannot be made here, if they cannot. */
export const noNamespaces: string | false = (() => {
  try {
    new Namespace()[Symbol.dispose]();
    return false;
  } catch {
    return "network namespaces cannot be made here: run as root, with iproute2 installed";
  }
})();
