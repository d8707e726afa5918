import { readFile } from "node:fs/promises";
import { asJsonScript, callTool, toolsScript } from "../lib/guest-text.mjs";
import { LIMITS } from "../lib/limits.mjs";
import { failureByText, success } from "../lib/outcomes.mjs";

const TEXTS = { timeout: /interrupted/, memory: /out of memory/ };

/** A new WebAssembly instance per run from one compiled module, as the README advises. */
export const contender = {
  name: "quickjs-wasi",
  short: "wasi",
  package: "quickjs-wasi",
  engine: "quickjs",
  beside: "execbox-inline",
  fresh: "new WebAssembly instance, calling thread",
  async setup() {
    const { QuickJS } = await import("quickjs-wasi");
    const bytes = await readFile(new URL(import.meta.resolve("quickjs-wasi/quickjs.wasm")));
    const wasm = await WebAssembly.compile(bytes);
    return {
      async run(program, { timeoutMs }) {
        const deadline = Date.now() + timeoutMs;
        const vm = await QuickJS.create({
          wasm,
          memoryLimit: LIMITS.memoryLimitBytes,
          interruptHandler: () => Date.now() > deadline,
        });
        try {
          if (program.tools !== undefined) installTools(vm, program.tools);
          return await evaluate(vm, program);
        } catch (error) {
          return failureByText(error, TEXTS);
        } finally {
          vm.dispose();
        }
      },
      teardown() {},
    };
  },
};

async function evaluate(vm, program) {
  if (program.kind === "expression") {
    return success(vm.evalCode(program.text).consume((handle) => vm.dump(handle)));
  }
  const promise = vm.evalCode(asJsonScript(program));
  const settled = vm.resolvePromise(promise);
  vm.executePendingJobs();
  const result = await settled;
  if ("error" in result) return failureByText(vm.dump(result.error), TEXTS);
  return success(JSON.parse(result.value.consume((handle) => handle.toString())));
}

function installTools(vm, tools) {
  const call = vm.newFunction("call", (name, json) => {
    const deferred = vm.newPromise();
    callTool(tools, name.toString(), json.toString()).then((answer) => {
      deferred.resolve(vm.newString(answer));
      vm.executePendingJobs();
    });
    return deferred.handle;
  });
  const install = vm.evalCode(toolsScript(tools));
  vm.callFunction(install, vm.undefined, call).dispose();
  install.dispose();
}
