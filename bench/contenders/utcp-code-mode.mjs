import { asBody } from "../lib/guest-text.mjs";
import { LIMITS } from "../lib/limits.mjs";
import { failureByText, success } from "../lib/outcomes.mjs";

const TEXTS = { timeout: /timeout|timed out/, memory: /memory limit|disposed/ };
const MEMORY_MEGABYTES = LIMITS.memoryLimitBytes / 1024 / 1024;

/** One client per set of tools, registered once with the direct-call plug-in of the README. */
export const contender = {
  name: "@utcp/code-mode",
  short: "utcp",
  package: "@utcp/code-mode",
  engine: "v8",
  beside: "execbox-worker",
  fresh: "new isolate (isolated-vm), the addon's thread",
  flags: ["--no-node-snapshot"],
  async setup() {
    const [{ CodeModeUtcpClient }, { addFunctionToUtcpDirectCall }] = await Promise.all([
      import("@utcp/code-mode"),
      import("@utcp/direct-call"),
    ]);
    const clients = new Map();
    const clientOf = (tools) => {
      if (!clients.has(tools)) {
        clients.set(
          tools,
          openClient(CodeModeUtcpClient, addFunctionToUtcpDirectCall, tools, clients.size),
        );
      }
      return clients.get(tools);
    };
    return {
      async run(program, { timeoutMs }) {
        const client = await clientOf(program.tools);
        const source = asBody(program);
        const { result, logs } = await client.callToolChain(source, timeoutMs, MEMORY_MEGABYTES);
        const failed = logs.find((line) => line.startsWith("[ERROR] Code execution failed"));
        return failed === undefined ? success(result) : failureByText(failed, TEXTS);
      },
      async teardown() {
        for (const client of clients.values()) await (await client).close();
      },
    };
  },
};

/** Callables are global to the process, so that each client's get a number of their own. */
async function openClient(Client, register, tools, number) {
  const client = await Client.create();
  if (tools === undefined) return client;
  const manual = Object.entries(tools).map(([name, { params, execute }]) => {
    const callable = `${name}_${number}`;
    // The plug-in passes the values of the guest's object in order; the tool wants the object.
    register(callable, (...values) =>
      execute(Object.fromEntries(params.map((param, index) => [param, values[index]]))),
    );
    return describeTool(name, params, callable);
  });
  register(`manual_${number}`, async () => ({ utcp_version: "1.0.0", tools: manual }));
  await client.registerManual({
    name: "tools",
    call_template_type: "direct-call",
    callable_name: `manual_${number}`,
  });
  return client;
}

function describeTool(name, params, callable) {
  const properties = Object.fromEntries(params.map((param) => [param, {}]));
  return {
    name,
    description: name,
    inputs: { type: "object", properties },
    outputs: {},
    tags: [],
    tool_call_template: { call_template_type: "direct-call", callable_name: callable },
  };
}
