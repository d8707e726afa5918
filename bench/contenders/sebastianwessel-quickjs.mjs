import { asModule } from "../lib/guest-text.mjs";
import { LIMITS } from "../lib/limits.mjs";
import { failureByText, success } from "../lib/outcomes.mjs";

const TEXTS = { timeout: /ExecutionTimeout|interrupted/, memory: /out of memory/ };

/** `runSandboxed` per run with the variant of the README; host functions come in `env`. */
export const contender = {
  name: "@sebastianwessel/quickjs",
  short: "sebw",
  package: "@sebastianwessel/quickjs",
  engine: "quickjs",
  beside: "execbox-inline",
  fresh: "new context, Node-like, calling thread",
  async setup() {
    const [{ loadQuickJs }, { default: variant }] = await Promise.all([
      import("@sebastianwessel/quickjs"),
      import("@jitl/quickjs-ng-wasmfile-release-sync"),
    ]);
    const { runSandboxed } = await loadQuickJs(variant);
    return {
      async run(program, { timeoutMs }) {
        const options = {
          executionTimeout: timeoutMs,
          memoryLimit: LIMITS.memoryLimitBytes,
          env: program.tools === undefined ? {} : { tools: functionsOf(program.tools) },
        };
        const source = asModule(program, "env.tools");
        const result = await runSandboxed(({ evalCode }) => evalCode(source), options);
        return result.ok ? success(result.data) : failureByText(result.error, TEXTS);
      },
      teardown() {},
    };
  },
};

function functionsOf(tools) {
  const entries = Object.entries(tools).map(([name, { execute }]) => [name, execute]);
  return Object.fromEntries(entries);
}
