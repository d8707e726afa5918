import { ruling, section } from "./section.js";

const imports = section("design/map", {
  "import.one-way": ruling("Packages import only in the order source, core, protocol, the rest."),
  "import.browser-safe": ruling(
    "source, core, protocol, guest and the QuickJS adapter import nothing from node:.",
  ),
  "import.native-injected": ruling("What is native, such as the type eraser, is injected."),
  "import.checked": ruling("The test command fails when an import breaks either rule."),
});

const coreNames = section("design/names-core", {
  "name.core-exports": ruling("@execbox/core exports the functions users know, by those names."),
  "name.default-namespace": ruling("A provider without a name is called codemode."),
  "name.tool-context": ruling(
    "A tool gets signal, providerName, safeToolName and originalToolName of its call.",
  ),
  "name.executor-shape": ruling("An executor has execute, and may have prewarm and dispose."),
  "exec.prewarm": ruling(
    "prewarm() may be called before any run, more than once, and changes no result.",
  ),
  "exec.dispose": ruling("dispose() may be called twice; afterwards execute() is refused."),
  "name.runtime-options": ruling(
    "The limits are timeoutMs, memoryLimitBytes, maxLogLines, maxLogChars, maxToolCalls, maxOpenCalls.",
  ),
  "name.execute-failure": ruling("A tool that throws an ExecuteFailure chooses the code."),
  "option.on-log": ruling("onLog gets each line when it is written, before the run ends."),
  "option.max-tool-calls": ruling("A call beyond maxToolCalls is refused and reaches no tool."),
  "option.max-open-calls": ruling(
    "At most maxOpenCalls tools run at once; further calls wait and complete.",
  ),
  "option.per-run": ruling("Options of a call override those of the executor, for that call."),
});

const executorNames = section("design/names-executors", {
  "name.quickjs-executor": ruling("@execbox/quickjs exports QuickJsExecutor with placement."),
  "name.protocol-exports": ruling("@execbox/protocol exports the transport type and both guards."),
  "name.transport-unsubscribe": ruling("onMessage, onClose and onError return an unsubscriber."),
});

const laterNames = [
  section("design/names-core", {
    "name.schemas": ruling("A schema may be JSON Schema, Zod, a raw shape or a Standard Schema."),
  }),
  section("design/names-executors", {
    "name.pool-options": ruling("pool takes maxSize, minSize, idleTimeoutMs and prewarm."),
  }),
  section(
    "design/names-executors",
    { "name.isolated-vm-executor": ruling("@execbox/isolated-vm exports IsolatedVmExecutor.") },
    6,
  ),
  section("design/names-executors", {
    "name.remote-executor": ruling(
      "RemoteExecutor takes connectTransport, cancelGraceMs and the limits.",
    ),
  }),
  section("design/names-mcp", {
    "name.mcp-exports": ruling("@execbox/mcp exports its three functions by the known names."),
    "name.mcp-tools": ruling("The wrapper tools are mcp_search_tools, mcp_execute_code, mcp_code."),
    "name.mcp-namespace": ruling("The guest namespace of a wrapped server is mcp by default."),
    "name.mcp-envelope": ruling("A wrapped tool returns the CallToolResult envelope."),
  }),
  section("design/names-run-code", {
    "name.run-code-exports": ruling("@execbox/run-code exports runCode and its known names."),
  }),
  section(
    "design/names-runner",
    { "name.runner-exports": ruling("@execbox/runner exports defineRunner and its types.") },
    9,
  ),
] as const;

const defaults = section("design/defaults", {
  "default.timeout": ruling("timeoutMs is 5,000 unless given."),
  "default.memory": ruling("memoryLimitBytes is 64 MiB unless given."),
  "default.log-lines": ruling("100 log lines are kept unless another number is given."),
  "default.log-chars": ruling("64,000 log characters are kept unless another number is given."),
  "default.open-calls": ruling("256 calls may be open at once unless another number is given."),
  "default.frame": ruling("A frame above 32 MiB is refused by its receiver."),
  "default.source-size": ruling("Source above 1 MiB is refused as a result, not parsed."),
});

const node = section("design/node", {
  "node.esm-only": ruling(
    "Every package is ESM, documents each public name, has no default export.",
  ),
});

/** The map, the names and the defaults of the design. */
export const designMap = [
  imports,
  coreNames,
  executorNames,
  ...laterNames,
  defaults,
  node,
] as const;
