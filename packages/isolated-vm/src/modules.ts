import { randomBytes } from "node:crypto";
import { bindGlobals, Enter, REVEALED, RUNTIME_FILENAME, reexport } from "@execbox/guest";
import type { ModuleGraph, ModuleProgram } from "@execbox/protocol";
import { readCopy } from "./copied-error.js";
import type { BootedIsolate } from "./isolates.js";
import type { NativeModule } from "./native.js";

/** Starts a visit of the guest's thread; `failed` hears of the value that it left unhandled. */
export type Visit = (visit: Promise<unknown>, failed?: (error: unknown) => void) => void;

/** What the linker's calls and our own modules are imported from. */
const LOADER = `export const{load,loaded,loadedAfter,run}=globalThis[${JSON.stringify(REVEALED)}];`;

/** The number of the entry among the imports. */
const ENTRY = 0;

/**
 * The modules of one run. `isolated-vm` neither does `import()` nor says how an evaluation ended,
 * so each module that is wanted is imported by one of ours whose only act is to tell the runtime.
 * Whether it failed is found out by importing it once more: V8 then throws its error again.
 *
 * No module of V8's awaits anything: where an evaluation waits, stopping it, or a getter of the
 * guest's, ends the whole process (decision 059). The linker has made functions of such modules.
 *
 * Everything here happens while the guest's thread is not in the isolate.
 */
export class Modules {
  readonly #booted: BootedIsolate;
  readonly #graph: ModuleGraph;
  readonly #visit: Visit;
  /** What no guest can have written: our own modules are imported by it, and our names are made of it. */
  readonly #secret = randomBytes(12).toString("hex");
  readonly #ours = `execbox:${this.#secret}`;
  /** The numbers of modules with bodies. */
  readonly #numbers = new Map<string, number>();
  readonly #compiled = new Map<string, NativeModule>();
  readonly #names = new Map<NativeModule, string>();
  #requests: { id: number; from: string; specifier: string }[] = [];
  /** What is being evaluated, as far as is known here. */
  readonly #loading = new Map<number, string>();
  #suspicious = false;
  #failure: { error: unknown } | undefined;

  constructor(booted: BootedIsolate, graph: ModuleGraph, visit: Visit) {
    this.#booted = booted;
    this.#graph = graph;
    this.#visit = visit;
  }

  /** What the entry threw while it was evaluated. */
  get failure(): { error: unknown } | undefined {
    return this.#failure;
  }

  /** Gives the modules what they may use and starts the entry. */
  start({ values, console, report, fn, globals, imports }: ModuleProgram): void {
    const { context, toBuffer } = this.#booted;
    const buffers = (values.blobs ?? []).map(toBuffer);
    this.#enter(Enter.Bind, values.text, Number(console), Number(report), ...buffers);
    const names = [...globals, ...(console ? ["console"] : []), ...(report ? ["report"] : [])];
    if (names.length > 0) {
      this.#enter(Enter.Reveal, undefined);
      context.evalSync(bindGlobals(names), { filename: RUNTIME_FILENAME });
      this.#enter(Enter.Conceal);
    }
    for (const [specifier, exports] of Object.entries(imports)) {
      this.#enter(Enter.Reveal, specifier);
      this.#compiled.set(specifier, this.#evaluateOwn(reexport(exports), specifier));
      this.#enter(Enter.Conceal);
    }
    this.#enter(Enter.RevealLoader);
    this.#compiled.set(this.#ours, this.#evaluateOwn(LOADER, RUNTIME_FILENAME));
    this.#enter(Enter.Conceal);
    this.#enter(Enter.AwaitEntry, fn);
    this.#load(ENTRY, this.#graph.entry);
  }

  /** The guest wants a module. */
  request(id: number, from: string, specifier: string): void {
    this.#requests.push({ id, from, specifier });
  }

  /** A module has been evaluated. */
  loaded(id: number): void {
    this.#loading.delete(id);
  }

  /** A promise was rejected and nobody handled it: it may have been that of an evaluation. */
  suspect(): void {
    this.#suspicious = true;
  }

  /** Does what has been asked for since; true when it is being found out whether something failed. */
  proceed(): boolean {
    const probing = this.#suspicious && this.#loading.size > 0;
    this.#suspicious = false;
    if (probing) for (const [id, name] of this.#loading) this.#probe(id, name);
    const requests = this.#requests;
    this.#requests = [];
    for (const { id, from, specifier } of requests) {
      const resolved = this.#graph.resolve(from, specifier);
      if ("name" in resolved) this.#load(id, resolved.name);
      else this.#fail(id, new Error(resolved.problem));
    }
    return probing;
  }

  #load(id: number, name: string): void {
    this.#loading.set(id, name);
    try {
      const end = this.#graph.endOf(name);
      const call =
        end === undefined
          ? `loaded(${id},entry)`
          : `loadedAfter(${this.#numberOf(end)},${id},entry)`;
      const tell = `import*as entry from${JSON.stringify(name)};import{loaded,loadedAfter}from"${this.#ours}";${call};`;
      this.#visit(this.#instantiate(tell).evaluate());
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #probe(id: number, name: string): void {
    const probe = this.#instantiate(`import${JSON.stringify(name)};`);
    this.#visit(probe.evaluate(), (error) => this.#fail(id, error));
  }

  #fail(id: number, error: unknown): void {
    this.#loading.delete(id);
    if (id === ENTRY) {
      this.#failure = { error };
      return;
    }
    const { name, message, stack } = readCopy(error);
    const visit = this.#booted.enter.apply(undefined, [
      Enter.ImportFailed,
      id,
      name,
      message,
      stack,
    ]);
    this.#visit(visit);
  }

  /**
   * Evaluates one of our own modules on this thread: only before any guest code has run, since a
   * guest could put a getter that never ends under the name such modules read.
   */
  #evaluateOwn(code: string, filename: string): NativeModule {
    const { isolate, context } = this.#booted;
    const module = isolate.compileModuleSync(code, { filename });
    module.instantiateSync(context, () => module);
    module.evaluateSync();
    return module;
  }

  /** A module of ours that imports modules of the guest by their names. */
  #instantiate(code: string): NativeModule {
    const { isolate, context } = this.#booted;
    const module = isolate.compileModuleSync(code, { filename: RUNTIME_FILENAME });
    module.instantiateSync(context, (specifier, referrer) => this.#link(specifier, referrer));
    return module;
  }

  #link(specifier: string, referrer: NativeModule): NativeModule {
    const from = this.#names.get(referrer) ?? "";
    if (from === "" || specifier === this.#ours) return this.#compile(specifier);
    const resolved = this.#graph.resolve(from, specifier);
    if ("problem" in resolved) throw new Error(resolved.problem);
    return this.#compile(resolved.name);
  }

  #compile(name: string): NativeModule {
    const known = this.#compiled.get(name);
    if (known !== undefined) return known;
    const plain = this.#graph.plainOf(name, {
      specifier: this.#ours,
      secret: this.#secret,
      numberOf: (other) => this.#numberOf(other),
    });
    if (plain === undefined) throw new Error(`no module ${name}`);
    const module = this.#booted.isolate.compileModuleSync(plain.code, {
      filename: name,
      columnOffset: 0 - plain.ahead,
    });
    this.#compiled.set(name, module);
    this.#names.set(module, name);
    return module;
  }

  #numberOf(name: string): number {
    const number = this.#numbers.get(name) ?? this.#numbers.size;
    this.#numbers.set(name, number);
    return number;
  }

  /** Calls the runtime on this thread; for what runs no guest code. */
  #enter(op: number, ...args: unknown[]): void {
    this.#booted.enter.applySync(undefined, [op, ...args]);
  }
}
