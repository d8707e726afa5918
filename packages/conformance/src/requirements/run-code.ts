import { must, ruling, section, should } from "./section.js";

const surface = section("run-code/surface", {
  "code.module": must("The source runs as an ES module in a fresh sandbox."),
  "code.handle-awaitable": must("Awaiting the handle gives the final result."),
  "code.terminate": must("terminate() settles the handle with status terminated."),
  "code.terminate-idempotent": must("Further calls of terminate() change nothing."),
  "code.terminate-reason": must("A reason given to terminate() is in error.message."),
  "code.running": must("running is true until the handle settles and false afterwards."),
  "code.reports-live": must("reports grows as values are reported, in the order of the calls."),
  "code.no-timeout": must("runCode imposes no deadline of its own besides the safety cap."),
});

const options = section("run-code/options", {
  "code.unknown-option": must("An unknown key of the options is refused."),
  "code.execute-default": must("Without execute the default export runs without arguments."),
  "code.execute-named": must("execute.fn selects the export of that name."),
  "code.execute-function": must("An exported function is called with args and awaited."),
  "code.execute-value": must("An export that is no function is itself the result."),
  "code.execute-args-misplaced": must("args for an export that is no function is an error."),
  "code.execute-missing": must("A selected export that is missing is link_error."),
  "code.args-marshalled": must("args cross by the same rules as every other value."),
  "code.filename": must("filename labels stack traces and errors, <runCode> by default."),
  "code.memory-option": must("Exceeding memoryLimitBytes settles with status memory."),
});

const imports = section("run-code/imports", {
  "code.import-named": must("Named exports of a bridged module can be imported."),
  "code.import-namespace": must("A namespace import sees the same exports."),
  "code.import-default": must("The key default is the default export of a bridged module."),
  "code.import-bare-only": must("Only bare specifiers resolve from imports."),
  "code.import-url": must("A URL specifier fails when the graph is linked."),
  "code.import-no-resolver": must("No host resolver, package folder or CDN is consulted."),
  "code.import-unknown": must("An unknown specifier fails linkage."),
  "code.import-missing-name": must("A named import that is not exported fails linkage."),
});

const modules = section("run-code/modules", {
  "code.module-relative-keys": must("Keys of modules are relative specifiers; others are refused."),
  "code.module-from-filename": must("Imports of the entry resolve from its filename."),
  "code.module-siblings": must("Modules import siblings and parents inside the graph."),
  "code.module-same-sandbox": must("Supplied modules run in the same sandbox as the entry."),
  "code.module-no-files": must("modules read no file and give no package access."),
  "code.module-top-level-await": must("import, export and top-level await are available."),
  "code.module-synthetic-frozen": must("The namespace of a bridged module is a frozen copy."),
  "code.module-meta": must("import.meta has url alone, a sandbox: URL of the filename."),
});

const globals = section("run-code/globals", {
  "code.globals-free": must("Given globals are free identifiers in every module."),
  "code.globals-hidden": must("Given globals are not properties of globalThis."),
  "code.globals-intrinsics": must("globalThis holds ECMAScript's intrinsics and no host API."),
  "code.no-eval": must("eval is absent or throws."),
  "code.no-constructors": must("Function constructors throw when given source."),
  "code.import-dynamic": must("import() resolves what is in the graph and rejects the rest."),
  "code.no-shared-memory": must("There is no SharedArrayBuffer and no Atomics."),
  "code.microtasks": must("Promises, await and queueMicrotask work; timers are absent."),
  "code.nondeterminism": must("Date.now and Math.random work and can be overridden by globals."),
  "code.fresh": must("No state carries over between runs."),
});

const marshalling = section("run-code/marshalling", {
  "code.cross-primitives": must("Primitives, bigint included, cross by value."),
  "code.cross-structures": must(
    "Objects, arrays, Map, Set, Date and typed arrays are cloned deep.",
  ),
  "code.cross-functions": must("A host function is a callable proxy in the sandbox."),
  "code.cross-promises": must("A host promise settles in the sandbox as it does at the host."),
  "code.cross-binary": must("ArrayBuffer and Uint8Array cross as copies."),
  "code.cross-refused": must("What cannot be transferred throws a SerializationError."),
  "code.cross-no-this": must("A bridged function sees its arguments and no sandbox this."),
  "code.cross-async": must("A bridge may be asynchronous; await unwraps its promise."),
  "code.cross-mutation": must("A change to a received value is not seen on the other side."),
});

const results = section("run-code/results", {
  "code.status-set": must("status is success, error, memory, terminated or link_error."),
  "code.result-omitted": must("result is absent unless the status is success."),
  "code.error-present": must("error is present exactly when the status is not success."),
  "code.duration": must("durationMs runs from the call of runCode to its settlement."),
  "code.memory-used": must("memoryUsedBytes is there where the engine can measure it."),
  "code.terminated-cause": must("error.message tells a caller's terminate from the safety cap."),
  "code.link-error": must("Unknown specifiers, missing exports and parse errors are link_error."),
  "code.error-fields": must("An error has name and message, and positions counted from one."),
  "code.bridge-error": must("A bridge that throws is a regular thrown error in the sandbox."),
  "code.no-host-stack": must("No host stack reaches the sandbox or the result."),
  "code.logs-captured": must("Without a console of the caller's, console calls are captured."),
  "code.logs-own-console": must("With a console of the caller's, logs is empty."),
  "code.log-entry": must("A log entry has level, raw args and a timestamp."),
  "code.export-four-ways": must("A value, an async function, a promise and both give one result."),
  "code.export-thenables": must("Thenables are awaited until the value is none."),
  "code.export-throws": must("An export that throws settles with status error."),
  "code.report": must("With options.report the report global feeds sink and reports in order."),
  "code.report-sync": must("A report call runs the host's sink before it returns."),
});

const typescript = section("run-code/typescript", {
  "code.ts-default": must("TypeScript is the language unless another is given."),
  "code.ts-erased": must("Types are erased; type errors are ignored."),
  "code.ts-constructs": must("Type imports, satisfies, as, generics, enums, namespaces are taken."),
  "code.ts-no-config": must("No tsconfig file is consulted."),
  "code.js-untouched": must("JavaScript source is evaluated without transformation."),
});

const thread = section("run-code/thread-state", {
  "code.thread-method": must("runCode is a method of the thread state."),
  "code.thread-not-implicit": must("The sandbox gets nothing of the thread unless it is bridged."),
  "code.thread-bridged": must("Bridged functions can use the thread and await."),
  "code.thread-storage": ruling("Thread files stay inside the folder that was given."),
  "code.define-tool": ruling("defineTool makes a tool that runs code as the document shows."),
});

const security = section("run-code/security", {
  "code.bridge-validates": must("defineTool validates arguments against its schema."),
  "code.bridge-budget": should("A bridge can be given a budget of calls."),
  "code.no-implicit-secrets": must("Nothing crosses a bridge that its function did not return."),
  "code.own-deadline": must("terminate() in a timer ends untrusted code, loops included."),
  "code.memory-explicit": should("The memory limit can be set for each run."),
  "code.log-redaction": should("Logs are documented to be as confidential as the inputs."),
});

const delivery = section("issue/run-code", {
  "code.terminate-prompt": ruling("Terminating an endless loop in a worker settles in 50 ms."),
  "code.after-settlement": ruling("Work left over after settlement cannot reach the host."),
  "code.bounds-visible": ruling("Cut logs or reports say so in the result."),
  "code.stack-guest-only": ruling("A stack shows guest frames at the author's positions."),
  "code.cycles": ruling("Module cycles link and evaluate as the language says."),
});

/** What the code execution document asks of `runCode`. */
export const runCode = [
  surface,
  options,
  imports,
  modules,
  globals,
  marshalling,
  results,
  typescript,
  thread,
  security,
  delivery,
] as const;
