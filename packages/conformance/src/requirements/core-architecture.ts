import { must, ruling, section } from "./section.js";

const pipeline = section("core-architecture/provider-pipeline", {
  "provider.namespace-identifier": must(
    "A provider name that is not a JavaScript identifier is refused.",
  ),
  "provider.safe-names": must("Every tool name becomes a valid guest identifier."),
  "provider.collisions": must(
    "Names that collide after sanitising get suffixes such as __2, the same ones every time.",
  ),
  "provider.schemas-normalised": must("Input and output schemas become JSON Schema."),
  "provider.exceptions-mapped": must("What a tool throws becomes one of the stable codes."),
  "provider.json-results": must("A tool result that is not JSON does not reach a guest."),
  "provider.types-generated": must("Without declarations of the caller's, types are generated."),
  "provider.types-supplied": must("Declarations of the caller's are used as they are."),
  "provider.name-maps": must("Both maps between original and safe names are there and agree."),
});

const normalisation = section("core-architecture/normalisation", {
  "source.async-body": must("Whatever the text, it runs as an async function: await works on top."),
  "source.fenced": must("A fenced code block is run without its fence."),
  "source.expression": must("A bare expression is its own result."),
  "source.function": must("A lone function declaration is called and its value is the result."),
  "source.last-expression": must("The last expression of several statements is the result."),
});

const sharedSemantics = section("core-architecture/shared-runner-semantics", {
  "core.manifests-plain": must("Manifests are plain JSON: a JSON round trip changes nothing."),
  "core.dispatcher-invokes": must("The dispatcher turns a call by names into the tool's own call."),
  "core.dispatcher-unknown": ruling(
    "The dispatcher answers an unknown tool with an error and never throws.",
  ),
  "core.options-neutral": must("Every executor takes the same limits under the same names."),
});

const executionContract = section("core-architecture/execution-contract", {
  "exec.signature": must("An executor runs execute(code, providers, options) and gives a promise."),
  "exec.fresh-state": must("Nothing a run leaves behind is visible to another run."),
  "exec.no-ambient-globals": must("Nothing of Node or the web is global in a guest."),
  "exec.timeout": must("A run that outlasts timeoutMs is ended."),
  "exec.cancellation": must("A caller's signal ends a run."),
  "exec.bounded-logs": must("Captured logs stay within their limits whatever the guest writes."),
  "exec.json-only": must("Inputs and results cross as JSON: no reference is shared."),
  "exec.stable-codes": must("The result of every failure carries a code of the fixed set."),
});

const errorModel = section("core-architecture/error-model", {
  "error.timeout": must("Guest or tool time beyond the budget is timeout."),
  "error.memory-limit": must("Exhausted guest memory is memory_limit."),
  "error.validation": must("An input or output that its schema refuses is validation_error."),
  "error.tool": must("A tool that throws an ordinary error is tool_error."),
  "error.runtime": must("Guest code that fails by itself is runtime_error."),
  "error.serialization": must("A value that is not JSON is serialization_error."),
  "error.internal": must("Broken plumbing is internal_error."),
});

/** What the core architecture page promises. */
export const coreArchitecture = [
  pipeline,
  normalisation,
  sharedSemantics,
  executionContract,
  errorModel,
] as const;
