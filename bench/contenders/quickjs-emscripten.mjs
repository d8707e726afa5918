import { asJsonScript, callTool, toolsScript } from "../lib/guest-text.mjs";
import { LIMITS } from "../lib/limits.mjs";
import { failureByText, success } from "../lib/outcomes.mjs";

const TEXTS = { timeout: /interrupted/, memory: /out of memory/ };

/** A new runtime and context per run, as the package's README shows for isolation. */
export const contender = {
  name: "quickjs-emscripten",
  short: "qjs-em",
  package: "quickjs-emscripten",
  engine: "quickjs",
  beside: "execbox-inline",
  fresh: "new runtime and context, calling thread",
  async setup() {
    const { getQuickJS, shouldInterruptAfterDeadline } = await import("quickjs-emscripten");
    const quickjs = await getQuickJS();
    return {
      async run(program, { timeoutMs }) {
        const context = quickjs.newContext();
        context.runtime.setMemoryLimit(LIMITS.memoryLimitBytes);
        context.runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + timeoutMs));
        try {
          if (program.tools !== undefined) installTools(context, program.tools);
          return await evaluate(context, program);
        } finally {
          context.dispose();
        }
      },
      teardown() {},
    };
  },
};

async function evaluate(context, program) {
  const plain = program.kind === "expression";
  const first = context.evalCode(plain ? program.text : asJsonScript(program));
  if (plain || first.error) return take(context, first);
  const settled = context.resolvePromise(first.value);
  first.value.dispose();
  runJobs(context);
  const outcome = take(context, await settled);
  return outcome.ok ? success(JSON.parse(outcome.value)) : outcome;
}

/** Dumps a value or an error and frees its handle. */
function take(context, result) {
  const handle = result.error ?? result.value;
  const dumped = context.dump(handle);
  handle.dispose();
  return result.error ? failureByText(dumped, TEXTS) : success(dumped);
}

function runJobs(context) {
  const result = context.runtime.executePendingJobs();
  if (result.error) result.error.dispose();
}

function installTools(context, tools) {
  const call = context.newFunction("call", (nameHandle, jsonHandle) => {
    const deferred = context.newPromise();
    callTool(tools, context.getString(nameHandle), context.getString(jsonHandle)).then((json) => {
      if (!context.alive) return;
      const handle = context.newString(json);
      deferred.resolve(handle);
      handle.dispose();
      runJobs(context);
    });
    return deferred.handle;
  });
  const install = context.unwrapResult(context.evalCode(toolsScript(tools)));
  context.unwrapResult(context.callFunction(install, context.undefined, call)).dispose();
  install.dispose();
  call.dispose();
}
