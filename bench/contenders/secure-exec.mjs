import { availableParallelism } from "node:os";
import { asModule } from "../lib/guest-text.mjs";
import { LIMITS } from "../lib/limits.mjs";
import { failureByText, success } from "../lib/outcomes.mjs";

const TEXTS = { timeout: /time ?limit|timed out|CPU time/i, memory: /memory|heap/i };
const PAYLOAD_BYTES = 16 * 1024 * 1024;

/** One driver per set of bindings; every `run` of it makes a new isolate in a V8 process. */
export const contender = {
  name: "secure-exec",
  short: "secex",
  package: "secure-exec",
  engine: "v8",
  beside: "execbox-process",
  fresh: "new isolate, Node-like, one V8 process",
  cannot: { "catalogue-1000": "takes at most 64 host functions" },
  // Its V8 process runs as many guests at once as there are cores; the others wait.
  mostLive: availableParallelism(),
  async setup() {
    const { createNodeDriver, NodeExecutionDriver } = await import("secure-exec");
    const drivers = new Map();
    const driverOf = (tools, timeoutMs) => {
      const key = tools ?? timeoutMs;
      if (!drivers.has(key)) {
        const system = createNodeDriver();
        const driver = new NodeExecutionDriver({
          system,
          runtime: system.runtime,
          memoryLimit: LIMITS.memoryLimitBytes / 1024 / 1024,
          cpuTimeLimitMs: timeoutMs,
          payloadLimits: { jsonPayloadBytes: PAYLOAD_BYTES, base64TransferBytes: PAYLOAD_BYTES },
          bindings: tools === undefined ? undefined : { tools: functionsOf(tools) },
        });
        drivers.set(key, driver);
      }
      return drivers.get(key);
    };
    return {
      async run(program, { timeoutMs }) {
        const driver = driverOf(program.tools, timeoutMs);
        const result = await (program.kind === "expression" && program.tools === undefined
          ? driver.run(`module.exports = { default: ${program.text}\n};`)
          : driver.run(asModule(program, "SecureExec.bindings.tools"), "/entry.mjs"));
        if (result.code === 0) return success(result.exports?.default);
        return failureByText(result.errorMessage ?? `exit code ${result.code}`, TEXTS);
      },
      teardown() {
        for (const driver of drivers.values()) driver.dispose();
      },
    };
  },
};

function functionsOf(tools) {
  const entries = Object.entries(tools).map(([name, { execute }]) => [name, execute]);
  return Object.fromEntries(entries);
}
