import { must, ruling, section, should } from "./section.js";

const coreModel = section("runner-spec/core-model", {
  "runner.no-host-objects": must(
    "Frames to a runner hold code, options and provider metadata; never a closure, client or secret.",
  ),
  "runner.owns-console": must("The runner captures the console and emits the final result itself."),
  "guest.cannot-speak": must(
    "A guest reaches the host through calls, lines and its result; it cannot write a message.",
  ),
  "guest.cannot-break-runner": ruling(
    "Whatever a guest does to its own builtins, calls, lines and results work as before.",
  ),
});

const session = section("runner-spec/session", {
  "session.one-execution": must("A session carries one active execution at a time."),
  "session.same-channel": must("Tool calls travel over the session's own channel and no other."),
  "session.second-execute": should(
    "An execute that arrives while another is active is answered by a done with internal_error.",
  ),
  "session.first-survives-second": ruling(
    "Refusing a second execute leaves the active execution running to its own verdict.",
  ),
  "session.only-messages": must(
    "Every frame of a runner is a JSON object whose type is started, tool_call or done.",
  ),
  "session.one-done": must("A session that ends well ends with exactly one done."),
  "session.started-first": should(
    "One started follows an accepted execute and precedes every tool_call and the done.",
  ),
  "session.many-calls": must("Any number of calls, none included, may come before the done."),
  "session.silent-after-done": must("No message for an execution follows its done."),
});

const inputs = section("runner-spec/inputs", {
  "input.id": must("Every started and done names the id of the execute it belongs to."),
  "input.whole-program": must("The code field is the whole guest program, as its author wrote it."),
  "input.options-applied": must(
    "The runner applies the time, memory and log limits that options carries.",
  ),
  "input.metadata-only": must(
    "A manifest without descriptions and types is enough to build working tool proxies.",
  ),
});

const namespaces = section("runner-spec/guest-namespace", {
  "namespace.per-provider": must("Each provider is one global namespace under its name."),
  "namespace.safe-names": must("The properties of a namespace are the safe names of its tools."),
  "tool.returns-promise": must(
    "Calling a tool returns a promise at once, also when the call itself is refused.",
  ),
  "tool.only-first-argument": must("Only the first argument of a tool call reaches the host."),
  "tool.omitted-input": must("A call without an argument reaches the tool as undefined."),
  "tool.input-safe": must("The input of an emitted call can cross as it stands."),
  "tool.suspends": must("Code behind an await of a call does not run before the result is there."),
  "tool.pending-promise": must("The promise of a call is pending until its result arrives."),
  "tool.emits-call": must("Each invocation in the guest is exactly one call at the host."),
  "tool.resumes-same-run": must(
    "After the await the same execution goes on with its variables as they were.",
  ),
  "tool.no-rewrite": must(
    "A call works under an alias, a computed name or a helper: suspension needs no source rewriting.",
  ),
});

const toolCall = section("runner-spec/tool-call", {
  "call.unique-id": must("No two calls of an execution share a callId."),
  "call.names": must("A call names the namespace and safe name through which it was made."),
  "result.once": must("The host answers each call with exactly one tool_result."),
  "result.correlates": must(
    "A result settles the promise of the call with its callId and no other.",
  ),
  "result.resolves": must("A result that is ok resolves the promise to its value."),
  "result.message": must("A failed result rejects with an error whose message is the host's."),
  "result.code": must("A failed result rejects with an error whose code is the host's."),
  "result.error-like": must("What a failed call rejects with is an Error in the guest."),
  "result.distinguishable": must(
    "An uncaught tool failure keeps the host's code; an error the guest made cannot obtain one.",
  ),
});

const serialization = section("runner-spec/serialization", {
  "value.undefined": must("undefined crosses as an omitted input and as a final result."),
  "value.null": must("null crosses."),
  "value.strings": must("Strings cross unchanged."),
  "value.booleans": must("Booleans cross."),
  "value.finite-numbers": must("Finite numbers cross unchanged."),
  "value.arrays": must("Arrays of values that cross, cross in order."),
  "value.plain-objects": must("Plain objects of values that cross, cross with all their keys."),
  "value.bigint-rejected": must("A bigint does not cross."),
  "value.function-rejected": must("A function does not cross."),
  "value.symbol-rejected": must("A symbol does not cross."),
  "value.nan-rejected": must("NaN does not cross."),
  "value.infinity-rejected": must("Infinity and -Infinity do not cross."),
  "value.cycle-rejected": must("A value that contains itself does not cross."),
  "value.non-plain-rejected": must(
    "Instances of classes and built-in types other than arrays do not cross.",
  ),
  "value.bad-input-stays": must("A tool never sees an input that cannot cross."),
  "value.bad-tool-result": must("A tool result that cannot cross is serialization_error."),
  "value.bad-final-result": must("A final result that cannot cross is serialization_error."),
  "json.missing-input": must("A tool_call without an input field means undefined."),
  "json.missing-result": must("A done that is ok without a result field means undefined."),
  "json.missing-tool-result": ruling("A tool_result that is ok without a result means undefined."),
  "json.error-required": must("A done that is not ok carries an error."),
});

const logs = section("runner-spec/logs", {
  "log.four-methods": must("The console has log, info, warn and error."),
  "log.one-line-per-call": must("Each console call adds one line, in the order of the calls."),
  "log.space-joined": must("The formatted arguments of a console call are joined by one space."),
  "log.undefined": must("undefined is written as the word undefined."),
  "log.json": should("Values other than strings are written as JSON where they have any."),
  "log.fallback": should("Values without JSON are written by string conversion."),
  "log.returned": must("The lines come back with the final result as strings."),
  "log.truncate-lines-first": must("First only the earliest maxLogLines lines are kept."),
  "log.truncate-chars": must("Then maxLogChars bounds the characters of the kept lines in all."),
  "log.clip-last-line": must("The line in which the characters run out is clipped there."),
  "log.truncated-returned": must("The final result carries the truncated lines."),
});

const finalResult = section("runner-spec/final-result", {
  "done.id": must("The done names the id of the active execution."),
  "done.result-or-error": must("A result is there when ok is true, an error when it is false."),
  "done.logs": must("logs is an array of strings, empty when nothing was logged."),
  "done.duration": must("durationMs is the wall time of the run."),
  "done.result-safe": must("The result can cross as it stands."),
  "code.known-set": must("Every failure has one of the seven codes."),
  "verdict.trusted-uncaught": must("A tool failure nobody caught ends the run with its own code."),
  "verdict.text-proves-nothing": must(
    "A thrown value that speaks of timeouts or memory is runtime_error.",
  ),
  "verdict.timeout-reserved": must("timeout means a real timeout or cancellation."),
  "verdict.memory-reserved": must("memory_limit means that memory really ran out."),
  "verdict.unexpected": should(
    "A failure of the runner's own is internal_error or runtime_error, never a tool's code.",
  ),
});

const cancellation = section("runner-spec/cancellation", {
  "cancel.aborts": must("A cancel with the active id ends the execution promptly."),
  "cancel.pending-rejects": should("A cancel while calls are pending lets the execution unwind."),
  "cancel.timeout-shaped": should("A cancelled execution ends with timeout."),
  "cancel.before-calls": must("A cancel before the first call is obeyed."),
  "cancel.during-call": must("A cancel while a result is awaited is obeyed."),
  "cancel.in-code": must("A cancel while guest code computes is obeyed."),
  "cancel.other-id": ruling("A cancel with another id changes nothing."),
  "cancel.force": must("A runner that does not finish after a cancel is cut off by the host."),
  "transport.close": must("A transport that closes before done ends the session as a failure."),
  "transport.error": must("A transport error before done ends the session as a failure."),
  "transport.next-session": must("A link that breaks costs its own session and no later one."),
  "transport.runner-ends": ruling("A runner whose link is cut in an execution ends it."),
});

const correlation = section("runner-spec/correlation", {
  "correlate.foreign-id": ruling("The host ignores a message that names another execution."),
  "correlate.call-id": must("The runner matches results to calls by callId, in any order."),
  "correlate.settled": must("A result for a settled or unknown callId changes nothing."),
});

const transcripts = section("runner-spec/transcripts", {
  "transcript.success": must("The success transcript of the specification replays as printed."),
  "transcript.cancellation": must(
    "The cancellation transcript of the specification replays as printed.",
  ),
});

/** What the runner specification asks of runners and hosts. */
export const runnerSpecification = [
  coreModel,
  session,
  inputs,
  namespaces,
  toolCall,
  serialization,
  logs,
  finalResult,
  cancellation,
  correlation,
  transcripts,
] as const;
