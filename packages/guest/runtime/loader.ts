/**
 * Modules in engines whose `import()` and top-level `await` the adapter has to do: the linker has
 * put calls of `load` and `run` in their place, and modules of ours, each importing one of the
 * guest's, say here when it has been evaluated.
 */
import { Host, REVEALED } from "../src/bridge.ts";
import { afterBody, runBody } from "./bodies.ts";
import { host } from "./host.ts";
import { runModule } from "./module.ts";
import {
  CONFIGURABLE,
  create,
  define,
  ErrorCtor,
  errorClasses,
  HIDDEN,
  PromiseCtor,
  record,
  StringOf,
  shield,
  TypeErrorCtor,
  WRITABLE,
} from "./primordials.ts";

interface Waiting {
  resolve: (namespace: unknown) => void;
  reject: (reason: unknown) => void;
}

const waiting = record<Waiting>();
let last = 0;

/** Puts the functions within reach until `Conceal`; no guest code has run, or runs meanwhile. */
export function revealLoader(): void {
  const functions = create(null);
  functions["load"] = load;
  functions["loaded"] = loaded;
  functions["loadedAfter"] = loadedAfter;
  functions["run"] = runBody;
  define(globalThis, REVEALED, functions, WRITABLE | CONFIGURABLE);
}

/** The entry is import number 0; it is asked for its export, like any other engine's. */
export function awaitEntry(name: string): void {
  const evaluation = new PromiseCtor<{ entry: Record<string, unknown> }>((resolve, reject) => {
    waiting[0] = { resolve: (entry) => resolve(boxed(entry)), reject };
  });
  runModule(evaluation, name);
}

/** Ends an import badly. */
export function failImport(id: number, name: string, message: string, stack: string): void {
  const Class = errorClasses[name] ?? ErrorCtor;
  const error = new Class(message);
  if (error.name !== name) define(error, "name", name, HIDDEN);
  define(error, "stack", stack, HIDDEN);
  take(id)?.reject(error);
}

function boxed(entry: unknown): { entry: Record<string, unknown> } {
  return { entry: entry as Record<string, unknown> };
}

function load(from: string, specifier: unknown): Promise<unknown> {
  const promise = new PromiseCtor<unknown>((resolve, reject) => {
    if (typeof specifier === "symbol") {
      throw new TypeErrorCtor("Cannot convert a Symbol value to a string");
    }
    const text = StringOf(specifier);
    const id = ++last;
    waiting[id] = { resolve, reject };
    host(Host.Import, id, from, text);
  });
  return shield(promise);
}

function loaded(id: number, namespace: unknown): void {
  host(Host.Loaded, id);
  take(id)?.resolve(namespace);
}

/** The same for a module with a body: when that has ended. */
function loadedAfter(body: number, id: number, namespace: unknown): void {
  afterBody(
    body,
    () => void loaded(id, namespace),
    (thrown) => {
      host(Host.Loaded, id);
      take(id)?.reject(thrown);
    },
  );
}

function take(id: number): Waiting | undefined {
  const deferred = waiting[id];
  delete waiting[id];
  return deferred;
}
