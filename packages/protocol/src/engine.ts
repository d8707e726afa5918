import type { PlainLinks, PlainModule } from "@execbox/source";
import type { ModuleProgram, WireValue } from "./messages.js";

/**
 * What a JavaScript engine offers a runner: fresh realms, and facts about how they ended.
 * Values cross as JSON text; nothing here knows what the text means.
 */
export interface Engine {
  readonly name: string;
  /** Whether guest code runs on its caller's thread: nothing happens in a realm that nobody calls. */
  readonly runsOnCaller: boolean;
  /** Makes a realm in which nothing has run yet. The realm reports through `events`. */
  openRealm(spec: RealmSpec, events: RealmEvents): Realm | Promise<Realm>;
}

/** The tools of one namespace, by the names the guest sees. */
export interface RealmNamespace {
  name: string;
  tools: readonly string[];
}

/** What a realm is made of. */
export interface RealmSpec {
  /** Scripts have a global `console`; modules have none of ours but what they are given. */
  kind: "script" | "module";
  /** Stands for `namespaces`: realms of one digest may be copied from one image. */
  digest: string;
  namespaces: readonly RealmNamespace[];
  limits: RealmLimits;
  /** Polled while guest code runs; the first `true` interrupts it for good. */
  shouldStop: () => boolean;
}

/** The limits that are enforced inside the realm. */
export interface RealmLimits {
  memoryLimitBytes: number;
  maxLogLines: number;
  maxLogChars: number;
  maxOpenCalls: number;
}

/** What a realm tells its owner. Calls come in the order in which things happened. */
export interface RealmEvents {
  /** The guest called tool number `tool` (counted over all namespaces in their order). */
  call(call: number, tool: number, inputText: string | undefined): void;
  /**
   * The guest called a tool and stands still for the answer: its result, or `pending`, after
   * which the result comes through `resolve` or `reject` like any other.
   */
  callNow(call: number, tool: number, input: WireValue): NowAnswer;
  /** A console line of a script, within the limits. */
  log(line: string): void;
  /** What a module printed. */
  print(level: string, args: WireValue): void;
  /** What a module reported. */
  report(value: WireValue): void;
  /** The run is over; nothing else follows. */
  end(outcome: RealmOutcome): void;
}

/** What a guest that stands still is told. */
export type NowAnswer =
  | { kind: "value"; value: WireValue | undefined }
  | { kind: "failure"; code: string; message: string }
  | { kind: "pending" }
  /** The run is being stopped; the guest hears nothing any more. */
  | { kind: "stopped" };

/** How a run ended, in facts; the verdict is made elsewhere. */
export type RealmOutcome = (
  | { kind: "value"; text: string | undefined; blobs?: Uint8Array[] }
  | { kind: "thrown"; error: ThrownReport }
  /** The module that was asked for an export has none of that name. */
  | { kind: "no-export" }
  | { kind: "unserializable"; message: string }
  /** No job is left, no call is open, and the program has not ended. */
  | { kind: "stalled" }
  | { kind: "interrupted" }
  | { kind: "memory" }
  | { kind: "trapped"; message: string }
) & { diagnostics?: string[]; memoryUsedBytes?: number };

/** A thrown value as the guest describes it. Everything in it may be a lie. */
export interface ThrownReport {
  message: string;
  /** The number of the call whose failure this very error object reported. */
  call?: number;
  /** The runtime refused to let a tool's input cross, and this is its error. */
  unserializable?: boolean;
  name?: string;
  /** Where the engine was, innermost first; frames of guest code only. */
  frames?: Frame[];
}

/** A place in evaluated text, and the name the text was evaluated under. */
export interface Frame {
  function: string;
  file: string;
  line: number;
  column: number;
}

/** Modules that have been linked; an engine asks for them by name. */
export interface ModuleGraph {
  entry: string;
  /** What to evaluate under a name; `undefined` for a bridged import. */
  codeOf(name: string): string | undefined;
  /** The same for an engine that knows neither `import()` nor `await` at the top level. */
  plainOf(name: string, links: PlainLinks): PlainModule | undefined;
  /**
   * The module whose body has ended when one has been evaluated, itself or the root of its circle;
   * `undefined` if neither it nor what it imports awaits anything at the top level.
   */
  endOf(name: string): string | undefined;
  /** The name a specifier stands for, seen from a module; or why it stands for none. */
  resolve(from: string, specifier: string): { name: string } | { problem: string };
}

/** One fresh sandbox, used for one run. */
export interface Realm {
  /** Evaluates `code`, an expression whose value is an async function, and calls it. */
  run(code: string): void;
  /** Evaluates a module graph and takes the value of one of its entry's exports. */
  runModule(program: ModuleProgram, graph: ModuleGraph): void;
  /** Resolves the promise of a call with a JSON text. */
  resolve(call: number, resultText: string | undefined, blobs?: Uint8Array[]): void;
  /** Rejects the promise of a call. */
  reject(call: number, code: string, message: string): void;
  /** Lets go of the realm; no event follows. */
  dispose(): void;
}
