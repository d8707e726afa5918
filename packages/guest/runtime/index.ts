import { Enter } from "../src/bridge.ts";
import { decodeFromHost } from "./bridges.ts";
import { watchBuffers } from "./buffers.ts";
import { structuredClone } from "./clone.ts";
import { limitConsole, makeConsole } from "./console.ts";
import { connect, type host } from "./host.ts";
import { awaitEntry, failImport, revealLoader } from "./loader.ts";
import { provideMicrotasks } from "./microtasks.ts";
import { bindValues, conceal, reveal, runModule } from "./module.ts";
import { restrictGlobals } from "./permits.ts";
import { define, deleteProperty, ErrorCtor, HIDDEN, PLAIN } from "./primordials.ts";
import { runProgram } from "./program.ts";
import { random, seedRandom } from "./random.ts";
import { describeThrown } from "./thrown.ts";
import {
  countOpenCalls,
  defineNamespaces,
  limitCalls,
  rejectCall,
  resolveCall,
  resolveCallWith,
} from "./tools.ts";

/** Turns a clean realm into a sandbox; the adapter keeps the function this returns. */
export function boot(
  given: typeof host,
  ask: typeof host = given,
  watchesBuffers = false,
): (op: number, ...args: never[]) => unknown {
  connect(given, ask);
  provideMicrotasks();
  restrictGlobals();
  if (watchesBuffers) watchBuffers();
  define(globalThis, "structuredClone", structuredClone, HIDDEN);
  define(globalThis, "console", makeConsole(), HIDDEN);
  define(Math, "random", random, HIDDEN);
  return enter;
}

function enter(op: number, ...args: unknown[]): unknown {
  switch (op) {
    case Enter.Define:
      defineNamespaces(args[0] as string);
      return undefined;
    case Enter.Configure:
      seedRandom(args[0] as number, args[1] as number, args[2] as number, args[3] as number);
      limitConsole(args[4] as number, args[5] as number);
      limitCalls(args[6] as number);
      return undefined;
    case Enter.Run:
      runProgram(args[0] as () => Promise<unknown>);
      return undefined;
    case Enter.Resolve:
      resolveCall(args[0] as number, args[1] as string | undefined);
      return undefined;
    case Enter.Reject:
      rejectCall(args[0] as number, args[1] as string, args[2] as string);
      return undefined;
    case Enter.Describe:
      return describeThrown(args[0]);
    case Enter.OpenCalls:
      return countOpenCalls();
    case Enter.ForModules:
      deleteProperty(globalThis, "console");
      return undefined;
    case Enter.Bind:
      bindValues(args[0] as string, args[1] === 1, args[2] === 1, buffersFrom(args, 3));
      return undefined;
    case Enter.Reveal:
      reveal(args[0] as string | undefined);
      return undefined;
    case Enter.Conceal:
      conceal();
      return undefined;
    case Enter.RunModule:
      runModule(args[0] as Parameters<typeof runModule>[0], args[1] as string);
      return undefined;
    case Enter.MakeError:
      return new ErrorCtor(args[0] as string);
    case Enter.ResolveValue:
      resolveValue(args[0] as number, args[1] as string | undefined, buffersFrom(args, 2));
      return undefined;
    case Enter.RevealLoader:
      revealLoader();
      return undefined;
    case Enter.AwaitEntry:
      awaitEntry(args[0] as string);
      return undefined;
    case Enter.ImportFailed:
      failImport(args[0] as number, args[1] as string, args[2] as string, args[3] as string);
      return undefined;
    default:
      return undefined;
  }
}

/** The host's answer to a call of a module: what cannot be decoded is the guest's error to see. */
function resolveValue(call: number, text: string | undefined, buffers: ArrayBuffer[]): void {
  resolveCallWith(call, text === undefined ? undefined : decodeFromHost(text, buffers));
}

function buffersFrom(args: unknown[], start: number): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = [];
  for (let index = start; index < args.length; index++) {
    define(buffers, index - start, args[index], PLAIN);
  }
  return buffers;
}
