import { availableParallelism } from "node:os";
import { asBody } from "../lib/guest-text.mjs";
import { LIMITS } from "../lib/limits.mjs";
import { failure, failureByText, success } from "../lib/outcomes.mjs";
import { createQueue } from "../lib/queue.mjs";

const TEXTS = { memory: /out of memory/ };
const MEBIBYTE = 1024 * 1024;

/** One shared runner; its pool of threads is capped, and it wants its callers to queue. */
export const contender = {
  name: "run",
  short: "run",
  package: "run",
  engine: "quickjs",
  beside: "execbox-worker",
  fresh: "new context, pooled thread",
  async setup({ live } = {}) {
    const { createRunner, setMaxWorkers } = await import("run");
    const workers = live ?? Math.max(4, 2 * availableParallelism());
    setMaxWorkers(workers);
    const limits = {
      memoryLimitBytes: LIMITS.memoryLimitBytes,
      maxResultBytes: 8 * MEBIBYTE,
      maxHostFunctionOutputBytes: 8 * MEBIBYTE,
    };
    const runner = createRunner({ limits });
    const queue = createQueue(workers);
    const groups = new WeakMap();
    return {
      run: (program, { timeoutMs }) =>
        queue(async () => {
          const hostFunctions = groupOf(groups, program.tools);
          try {
            const source = asBody(program);
            const result = await runner.run({ source, hostFunctions, limits: { timeoutMs } });
            return success(result.value);
          } catch (error) {
            if (error?.code === "RUN_TIMEOUT") return failure("timeout", error.message);
            return failureByText(error, TEXTS);
          }
        }),
      teardown() {},
    };
  },
};

function groupOf(groups, tools) {
  if (tools === undefined) return {};
  if (!groups.has(tools)) {
    const entries = Object.entries(tools).map(([name, { execute }]) => [name, execute]);
    groups.set(tools, { tools: Object.fromEntries(entries) });
  }
  return groups.get(tools);
}
