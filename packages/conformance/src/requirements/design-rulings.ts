import { ruling, section } from "./section.js";

const realm = section("design/fresh-realm", {
  "realm.one-run": ruling("A realm serves one run; the next starts from the boot image."),
  "realm.random": ruling("Math.random differs from run to run."),
  "realm.memory-flat": ruling("10,000 runs leave the memory of the process where it was."),
  "realm.catalogue-cost": ruling("A run with 1,000 tools costs about what a run with one costs."),
  "realm.images-bounded": ruling("Any number of different catalogues costs bounded memory."),
  "realm.growth-dropped": ruling("An instance that grew past its image is not used again."),
  "realm.recursion": ruling("A guest can catch the RangeError of its own endless recursion."),
  "realm.trap": ruling("A trap of the engine is runtime_error and the next run is right."),
  "realm.no-stale-handles": ruling("No handle of the engine outlives the run that made it."),
});

const memory = section("design/memory", {
  "memory.fact": ruling("memory_limit rests on the engine's own count, never on a message."),
  "memory.caught": ruling("A run that catches the exhaustion and goes on to succeed is a success."),
  "memory.not-memory": ruling("A string that is too long and the like are runtime_error."),
  "memory.total-bounded": ruling("The limit bounds objects, strings, arrays and buffers alike."),
  "memory.next-run": ruling("After a run that exhausted its memory the next run is right."),
});

const time = section("design/time", {
  "time.wall": ruling("timeoutMs is wall time and includes the time tools take."),
  "time.loop": ruling("An endless loop of guest code is ended by its deadline."),
  "time.pending-tool": ruling("A tool that does not answer is ended by the run's deadline."),
  "time.microtasks": ruling("An endless chain of microtasks is ended by its deadline."),
  "time.message": ruling("A run that used up its time says Execution timed out."),
  "time.abort-before": ruling("A signal that is aborted already ends the run before it starts."),
  "time.abort-during": ruling("A signal that aborts ends the run while a tool is pending."),
  "time.abort-message": ruling("An aborted run is timeout with the message Execution cancelled."),
  "time.tool-signal": ruling("The signal a tool was given fires when the run ends without it."),
  "time.nothing-pending": ruling(
    "A run that waits for what nothing can settle ends at once with an error that says so.",
  ),
  "time.no-late-start": ruling("No tool starts to work for a run that has its verdict."),
  "time.no-listeners": ruling("A finished run leaves no listener on the caller's signal."),
  "time.late-results": ruling("What a tool returns after the verdict changes nothing."),
  "time.guest-cannot-catch": ruling("No catch or finally of the guest survives its deadline."),
});

const messages = section("design/messages", {
  "message.six": ruling("A runner that knows only the six messages of the specification works."),
  "message.emit": ruling("emit carries a log line as it happens and is optional."),
  "message.once": ruling("A second tool_result for a call is never sent."),
  "message.invalid": ruling("A frame that is no valid message ends the session: internal_error."),
  "message.as-json": ruling(
    "What JSON cannot hold is refused, also from threads that can post it.",
  ),
  "message.size": ruling("A frame that is too large is refused before it is decoded."),
  "message.depth": ruling("A frame that is nested too deep is refused without being walked."),
  "message.flood": ruling("Calls beyond the open-call limit cannot exhaust the host."),
  "message.duplicate-call": ruling("A second tool_call with a used callId ends the session."),
  "message.unknown-tool": ruling("A call to a tool that was not given reaches no function."),
  "message.never-throws": ruling("Nothing a runner sends throws in the host or hangs it."),
});

const values = section("design/values", {
  "value.top-level-undefined": ruling(
    "undefined crosses on top, and inside a value only as absent.",
  ),
  "value.undefined-property": ruling("A property that is undefined counts as absent."),
  "value.undefined-item": ruling("undefined and empty slots in arrays are refused."),
  "value.path": ruling("A refusal names the path of the value that is in the way."),
  "value.proto-key": ruling("A key named __proto__ crosses as an own property and sets nothing."),
  "value.surrogates": ruling("Lone surrogates cross unchanged."),
  "value.negative-zero": ruling("-0 crosses as a number equal to zero."),
  "value.deep": ruling("A value nested too deep is serialization_error and harms nobody."),
  "value.large": ruling("A value of a megabyte crosses whole, both ways."),
  "value.too-large": ruling("A value above the frame limit is refused, not cut."),
  "value.to-json-ignored": ruling(
    "toJSON changes nothing: a value crosses as it is or not at all.",
  ),
  "value.exotic": ruling("Getters and proxies give a JSON value or a refusal, never a broken run."),
  "value.copies": ruling("What crosses is a copy: a change on one side is not seen on the other."),
});

const logging = section("design/logs", {
  "log.survives-failure": ruling("Lines written before a failure are in its result."),
  "log.survives-timeout": ruling("Lines written before a timeout are in its result."),
  "log.flood": ruling("A flood of lines costs bounded memory and keeps the earliest."),
  "log.on-log-throws": ruling("An onLog that throws does not change the verdict."),
});

const globals = section("design/globals", {
  "global.ecmascript": ruling("The globals of ECMAScript are there, less those removed."),
  "global.removed": ruling("SharedArrayBuffer, Atomics, WebAssembly and the like are not there."),
  "global.added": ruling("structuredClone and queueMicrotask are there and work."),
  "global.console": ruling("console is a global in execute()."),
  "global.nothing-of-ours": ruling(
    "globalThis holds console, the namespaces and nothing else that ECMAScript does not define.",
  ),
  "global.no-scope-leak": ruling("No variable of the runtime can be named by guest code."),
  "global.eval": ruling("eval throws, directly and indirectly."),
  "global.function-constructors": ruling(
    "All four function constructors throw, reached by whatever way.",
  ),
  "global.stack-hooks": ruling("Stack hooks and stack texts give a guest nothing of the runtime."),
});

const primordials = section("design/primordials", {
  "patched.promise": ruling("A patched Promise does not break calls or results."),
  "patched.collections": ruling("Patched Array, Map, Set and WeakMap methods do not."),
  "patched.json": ruling("Patched JSON functions do not."),
  "patched.object": ruling("Patched Object functions and Object.prototype accessors do not."),
  "patched.function": ruling("Patched Function.prototype methods do not."),
  "patched.strings": ruling("Patched String, RegExp, Number and Symbol members do not."),
  "patched.errors": ruling("Patched Error constructors and prototypes do not."),
  "patched.during-call": ruling("Patching while a call is pending does not."),
  "patched.namespaces": ruling("Namespaces and tools cannot be replaced to fool the host."),
});

const verdicts = section("design/verdicts", {
  "verdict.ledger": ruling("The code and message of a tool failure come from the host's record."),
  "verdict.forged-tool-error": ruling("An error shaped like a tool failure is runtime_error."),
  "verdict.forged-timeout": ruling("A thrown imitation of a timeout is runtime_error."),
  "verdict.forged-memory": ruling("A thrown imitation of memory exhaustion is runtime_error."),
  "verdict.copied": ruling("A copy of every property of a trusted error is runtime_error."),
  "verdict.mutated": ruling(
    "A trusted error changed by the guest keeps the host's code and message.",
  ),
  "verdict.rethrown": ruling("A trusted error caught and thrown again keeps its code."),
  "verdict.wrapped": ruling("A trusted error as the cause of another is runtime_error."),
  "verdict.thrown-anything": ruling("Whatever a guest throws, the result is an envelope."),
  "verdict.runner-codes": ruling(
    "From a runner the host takes a tool's code only when its ledger holds that failure.",
  ),
  "verdict.runner-unknown-code": ruling(
    "A code outside the set from a runner does not get through.",
  ),
  "verdict.first-wins": ruling("The first outcome of a run is its only outcome."),
});

const refusals = section("design/refusals", {
  "refuse.code-type": ruling("Code that is not a string is a TypeError that names code."),
  "refuse.unknown-option": ruling("An unknown option is a TypeError that names it."),
  "refuse.option-type": ruling("An option of the wrong type is a TypeError that names it."),
  "refuse.limits": ruling("Negative and fractional limits are a TypeError that names the limit."),
  "refuse.providers": ruling("Providers that are no resolved providers are a TypeError."),
  "refuse.duplicate-namespace": ruling("Two providers of one name are a TypeError that names it."),
  "refuse.reserved-namespace": ruling(
    "A namespace that is reserved or would hide a global of the guest is a TypeError.",
  ),
  "refuse.before-run": ruling("A refusal comes before anything runs, as a rejection."),
  "refuse.remedy": ruling("A refusal says what was expected instead."),
  "refuse.guest-is-result": ruling("Whatever is wrong with guest source is a result."),
});

const diagnostics = section("design/diagnostics", {
  "diagnostic.unhandled": ruling("An unhandled rejection never changes the verdict."),
  "diagnostic.unawaited": ruling("A call nobody awaited never changes the verdict."),
  "diagnostic.reported": ruling("Both are told in diagnostics; a clean run has none."),
});

const text = section("design/guest-text", {
  "source.runner-side": ruling(
    "The host sends the author's text; normalising is the runner's work.",
  ),
  "source.language-option": ruling("language says how the text is read; javascript refuses types."),
  "source.hostile-nesting": ruling(
    "Text nested at a megabyte in any production costs its author an error, nobody else anything.",
  ),
  "source.typescript": ruling("TypeScript runs, with enums and namespaces."),
  "source.no-breakout": ruling("No text ends the function it is put into and runs outside it."),
  "source.no-eraser": ruling("Without an eraser TypeScript is refused by name."),
  "source.author-positions": ruling("Positions in errors are those of the author's text."),
});

const laterRulings = [
  section("design/placement", {
    "place.default-worker": ruling("QuickJsExecutor runs in a warm worker unless told otherwise."),
    "place.threads-unref": ruling("A pool's threads do not keep the process alive."),
    "place.own-thread": ruling("Outside inline the engine has a thread of its own."),
    "place.deadline-in-builtins": ruling("Outside inline a deadline holds inside one builtin."),
    "place.successive-sessions": ruling("A pipe carries one session after another."),
    "place.call-ids-per-pipe": ruling("No two calls of one pipe share a callId."),
    "place.kill-silent-child": ruling("A child that was cancelled and sends no done is killed."),
    "catalogue.sent-once": ruling("Our runners get a manifest once a link, then its digest."),
    "catalogue.full-fallback": ruling("A runner that did not announce digests gets manifests."),
  }),
  section("design/values-run-code", {
    "clone.kinds": ruling("Every kind structured clone knows crosses in runCode."),
    "clone.identity": ruling("Cycles and repeated references keep their shape."),
    "clone.error-path": ruling("What cannot cross throws SerializationError with its path."),
    "clone.blobs": ruling("Binary data crosses as blobs; no guest code decodes base64."),
    "clone.proxies-die": ruling("Proxies of host functions and promises end with the run."),
    "clone.no-guest-functions": ruling("Guest functions do not cross to the host."),
    "sync.value-at-once": ruling("A bridge that returns a plain value gives it synchronously."),
    "sync.promise": ruling("A bridge that returns a promise gives a promise."),
    "sync.parallel": ruling("Slow bridges under Promise.all run side by side."),
    "sync.pending-extension": ruling("pending is sent in module runs only."),
    "report.only-builtin": ruling("Only the built-in report fills reports."),
    "time.no-run-code-deadline": ruling("runCode refuses a deadline option."),
    "time.safety-cap": ruling("A runner's safety cap, five minutes by default, ends a run."),
    "refuse.run-code-throws": ruling("A host's mistake makes runCode throw a TypeError."),
    "module.link-position": ruling("A link error has specifier, filename, line and column."),
    "module.same-words": ruling("Link errors have the same words on every engine."),
    "module.export-after": ruling("The export is looked up after evaluation; logs survive."),
    "module.globals-const": ruling("globals are script-level constants before the module runs."),
    "module.globals-names": ruling("undefined, NaN, Infinity and reserved words are refused."),
    "module.globals-shadow": ruling("Math or Date may be overridden; a module's names shadow."),
    "module.imports-traceless": ruling("imports leave no trace on the global object."),
    "global.run-code-console": ruling("console is a script-level constant in runCode."),
  }),
] as const;

/** The design's rulings on what the source documents leave open. */
export const designRulings = [
  realm,
  memory,
  time,
  messages,
  values,
  logging,
  globals,
  primordials,
  verdicts,
  refusals,
  diagnostics,
  text,
  ...laterRulings,
] as const;
