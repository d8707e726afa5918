import { Host, REVEALED } from "../src/bridge.ts";
import { decodeFromHost, withBuffers } from "./bridges.ts";
import { makePrinter, makeReport, tellCuts } from "./channels.ts";
import { host, tellHost } from "./host.ts";
import {
  apply,
  CONFIGURABLE,
  define,
  deleteProperty,
  hasOwn,
  isArray,
  PLAIN,
  record,
  shield,
  TypeErrorCtor,
  WRITABLE,
} from "./primordials.ts";
import { describeThrown } from "./thrown.ts";
import { encodeValue } from "./values/index.ts";

interface Given {
  imports: Record<string, Record<string, unknown>>;
  globals: Record<string, unknown>;
  args: unknown[];
}

let given: Given = { imports: {}, globals: {}, args: [] };

/** Takes in what the host gives a module run. */
export function bindValues(
  text: string,
  wantsConsole: boolean,
  wantsReport: boolean,
  buffers: ArrayBuffer[],
): void {
  given = decodeFromHost(text, buffers) as Given;
  if (wantsConsole) define(given.globals, "console", makePrinter(), PLAIN);
  if (wantsReport) define(given.globals, "report", makeReport(), PLAIN);
}

/** Puts values where the engine's own `const` and `export` can take them up. */
export function reveal(specifier: string | undefined): void {
  const values = specifier === undefined ? given.globals : given.imports[specifier];
  define(globalThis, REVEALED, values, WRITABLE | CONFIGURABLE);
}

/** No guest code has run between the two; afterwards there is nothing to find. */
export function conceal(): void {
  deleteProperty(globalThis, REVEALED);
}

/** Waits for the entry module, takes one of its exports, and reports what it comes to. */
export function runModule(evaluation: Promise<Evaluated>, name: string): void {
  void report(evaluation, name);
}

/** In a box: a namespace that exports `then` would be taken for a promise. */
interface Evaluated {
  entry: Record<string, unknown>;
}

async function report(evaluation: Promise<Evaluated>, name: string): Promise<void> {
  try {
    const { entry: namespace } = await shield(evaluation);
    if (!hasOwn(namespace, name)) {
      tellCuts();
      host(Host.NoExport);
      return;
    }
    const chosen = namespace[name];
    if (typeof chosen !== "function" && isArray(given.args) && given.args.length > 0) {
      throw new TypeErrorCtor("export " + name + " is not a function, so it takes no arguments");
    }
    const box = record<unknown>();
    box["value"] = typeof chosen === "function" ? apply(chosen, undefined, given.args) : chosen;
    const value = await (box["value"] as Promise<unknown>);
    const { text, blobs } = encodeValue(value, { root: "result", stacks: true });
    tellCuts();
    tellHost(withBuffers([Host.ModuleValue], text, blobs));
  } catch (thrown) {
    tellCuts();
    host(Host.Thrown, describeThrown(thrown));
  }
}
