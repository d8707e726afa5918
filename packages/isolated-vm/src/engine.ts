import { setFlagsFromString } from "node:v8";
import { leaveLostThreads } from "@execbox/placement/worker";
import type { Engine, Realm, RealmEvents, RealmSpec } from "@execbox/protocol";
import { Isolates } from "./isolates.js";
import { findNative, loadNative } from "./load-native.js";
import { IsolatedVmRealm } from "./realm.js";

/** What an `IsolatedVmEngine` is made from; nothing, where the package can be found from here. */
export interface IsolatedVmEngineOptions {
  /** The main file of the `isolated-vm` package. */
  file?: string | undefined;
  /** Called when V8 gave up inside an isolate: a thread of this process never ends. */
  lost?: () => void;
}

/** V8 isolates as an `Engine`: one for each run, made ahead of need. */
export class IsolatedVmEngine implements Engine {
  readonly name = "isolated-vm";
  readonly runsOnCaller = false;
  readonly #isolates: Isolates;

  private constructor(isolates: Isolates) {
    this.#isolates = isolates;
  }

  /** Loads the native module; rejects with what to install where it cannot be had. */
  static async create({
    file = findNative(),
    lost = () => leaveLostThreads(),
  }: IsolatedVmEngineOptions = {}): Promise<IsolatedVmEngine> {
    const native = loadNative(file);
    // V8 has opinions about code that says "use asm", and writes them to the process's own output:
    // into the pipe of a runner, or onto the host's terminal.
    setFlagsFromString("--no-validate-asm");
    return new IsolatedVmEngine(new Isolates(native, lost));
  }

  openRealm(spec: RealmSpec, events: RealmEvents): Realm {
    const isolate = this.#isolates.take(spec.limits.memoryLimitBytes);
    return new IsolatedVmRealm(isolate, spec, events, () => this.#isolates.refill());
  }

  /** Lets go of every isolate that waits. */
  dispose(): void {
    this.#isolates.dispose();
  }
}
