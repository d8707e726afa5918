import { createRequire } from "node:module";
import { posix } from "node:path";
import { type BareEngine, endingOf, inFunction, inScript } from "./bare.js";
import { TIMEOUT_MS } from "./doors.js";
import { DONE } from "./programs.js";

/** What is used here of the `isolated-vm` package. */
interface Native {
  Isolate: new (options: { memoryLimit: number }) => Isolate;
}

interface Isolate {
  createContextSync(): Context;
  compileModuleSync(code: string, options: { filename: string }): Module;
  dispose(): void;
}

interface Context {
  eval(code: string, options: { timeout: number; promise?: true }): Promise<unknown>;
}

interface Module {
  readonly namespace: { get(key: string, options: { promise: true }): Promise<unknown> };
  instantiateSync(context: Context, link: (specifier: string, from: Module) => Module): void;
  evaluate(options: { timeout: number }): Promise<unknown>;
}

const MEMORY_MIB = 256;
const timeout = TIMEOUT_MS;

/** V8 as Node has it, an isolate for each run. */
export function openBareV8(file: string): BareEngine {
  const { Isolate } = createRequire(file)(file) as Native;
  const inIsolate = async (use: (isolate: Isolate, context: Context) => Promise<unknown>) => {
    const isolate = new Isolate({ memoryLimit: MEMORY_MIB });
    const ending = await endingOf(() => use(isolate, isolate.createContextSync()));
    isolate.dispose();
    // Only errors are copied out of an isolate, and those of the suite are plain objects.
    return ending?.includes(NO_ERROR) ? "Test262Error: ?" : ending;
  };
  return {
    run({ door, text, modules }) {
      return inIsolate((isolate, context) => {
        if (door === "execute") return context.eval(inFunction(text), { timeout, promise: true });
        return runModules(isolate, context, { ...modules, [ENTRY]: text });
      });
    },
    runScript(text) {
      return inIsolate(async (_isolate, context) => {
        // A rejection that nobody handles fails the visit it happens in, not the test.
        await context.eval(`${inScript(text)}\n;undefined`, { timeout });
        await context.eval(DONE, { timeout, promise: true });
      });
    },
  };
}

const NO_ERROR = "not an instance of `Error`";
const ENTRY = "./entry.js";

async function runModules(
  isolate: Isolate,
  context: Context,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const modules = new Map<string, Module>();
  const names = new Map<Module, string>();
  const compile = (name: string): Module => {
    const known = modules.get(name);
    if (known !== undefined) return known;
    const text = texts[name];
    if (text === undefined) throw new Error(`there is no ${name}`);
    const module = isolate.compileModuleSync(text, { filename: name });
    modules.set(name, module);
    names.set(module, name);
    return module;
  };
  const link = (specifier: string, from: Module) =>
    compile(`./${posix.join(posix.dirname(names.get(from) ?? ENTRY), specifier)}`);
  const entry = compile(ENTRY);
  entry.instantiateSync(context, link);
  // `isolated-vm` does not say how an evaluation ended; who imports the module once more is told.
  await entry.evaluate({ timeout }).catch(() => {});
  const probe = isolate.compileModuleSync(`import "./entry.js";`, { filename: "./probe.js" });
  probe.instantiateSync(context, link);
  await probe.evaluate({ timeout });
  await entry.namespace.get(DONE, { promise: true });
}
