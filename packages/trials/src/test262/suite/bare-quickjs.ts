import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { posix } from "node:path";
import { EvalFlags, JSException, type JSValueHandle, MAX_STACK_SIZE, QuickJS } from "quickjs-wasi";
import { type BareEngine, endingOf, inFunction, inScript } from "./bare.js";
import { TIMEOUT_MS } from "./doors.js";
import { DONE } from "./programs.js";

/** QuickJS as its package ships it, an instance for each run. */
export async function openBareQuickJs(): Promise<BareEngine> {
  const file = createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm");
  const wasm = await readFile(file);
  const open = (modules: Readonly<Record<string, string>>) => {
    const deadline = performance.now() + TIMEOUT_MS;
    return QuickJS.create({
      wasm,
      timezoneOffset: 0,
      maxStackSize: MAX_STACK_SIZE,
      interruptHandler: () => performance.now() > deadline,
      moduleLoader: {
        normalize: (from: string, written: string) =>
          `./${posix.join(posix.dirname(from), written)}`,
        load: (name: string) => modules[name] ?? missing(name),
      },
    });
  };
  return {
    async run({ door, text, modules }) {
      const vm = await open(modules);
      return endingOf(async () => {
        if (door === "execute") return settle(vm, vm.evalCode(inFunction(text)));
        const entry = vm.evalCode(text, "./entry.js", EvalFlags.TYPE_MODULE);
        return settle(vm, (await settle(vm, entry)).getProp(DONE));
      });
    },
    async runScript(text) {
      const vm = await open({});
      return endingOf(async () => {
        vm.evalCode(inScript(text));
        return settle(vm, vm.evalCode(DONE));
      });
    },
  };
}

function missing(name: string): never {
  throw new Error(`there is no ${name}`);
}

/** What a promise has come to when there is nothing left to do. */
async function settle(vm: QuickJS, value: JSValueHandle): Promise<JSValueHandle> {
  vm.executePendingJobs();
  if (value.isPromise && value.promiseState === PENDING) throw new Error("it never ended");
  const settled = await vm.resolvePromise(value);
  if ("error" in settled) throw new JSException(settled.error);
  return settled.value;
}

const PENDING = 0;
