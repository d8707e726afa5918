import { asJsonScript, callTool } from "../lib/guest-text.mjs";
import { LIMITS } from "../lib/limits.mjs";
import { failureByText, success } from "../lib/outcomes.mjs";

const TEXTS = { timeout: /timed out/, memory: /memory limit|disposed/ };

/** A new isolate per run, driven by the asynchronous half of the API: the guest has a thread. */
export const contender = {
  name: "isolated-vm",
  short: "ivm",
  package: "isolated-vm",
  engine: "v8",
  beside: "execbox-worker",
  fresh: "new isolate, the addon's thread",
  flags: ["--no-node-snapshot"],
  async setup() {
    const { default: ivm } = await import("isolated-vm");
    return {
      async run(program, { timeoutMs: timeout }) {
        const isolate = new ivm.Isolate({ memoryLimit: LIMITS.memoryLimitBytes / 1024 / 1024 });
        try {
          const context = await isolate.createContext();
          if (program.tools !== undefined) await installTools(ivm, context, program.tools);
          if (program.kind === "expression") {
            return success(await context.eval(program.text, { timeout, copy: true }));
          }
          const json = await context.eval(asJsonScript(program), { timeout, promise: true });
          return success(JSON.parse(json));
        } catch (error) {
          return failureByText(error, TEXTS);
        } finally {
          if (!isolate.isDisposed) isolate.dispose();
        }
      },
      teardown() {},
    };
  },
};

async function installTools(ivm, context, tools) {
  const call = new ivm.Reference((name, json) => callTool(tools, name, json));
  const names = JSON.stringify(Object.keys(tools));
  await context.evalClosure(`(${bindTools})($0, ${names})`, [call]);
}

/** Runs in the isolate; `call` is a reference to the host's function. */
function bindTools(call, names) {
  const { parse, stringify } = JSON;
  const options = { result: { promise: true } };
  const tools = {};
  for (const name of names) {
    tools[name] = async (input) =>
      parse(await call.apply(undefined, [name, stringify(input)], options));
  }
  globalThis.tools = tools;
}
