import { ruling, section } from "./section.js";

const providers = section("issue/providers", {
  "provider.input-validated": ruling("An input its schema refuses never reaches the tool."),
  "provider.output-validated": ruling("An output its schema refuses never reaches the guest."),
  "provider.validation-message": ruling("A validation error says which field and what was due."),
  "provider.no-secret-leak": ruling("Of a host exception the message crosses, nothing else."),
  "provider.validator-once": ruling("A validator is compiled once a tool, not once a call."),
  "provider.json-schema-drafts": ruling("JSON Schema 2020-12 and draft-07 are understood."),
  "provider.zod": ruling("Zod schemas and raw shapes are understood."),
  "provider.standard-schema": ruling("Standard Schema libraries with JSON Schema are understood."),
  "types.compile": ruling("Generated types compile under strict for every schema."),
  "types.constructs": ruling("Every construct of JSON Schema with a type has that type."),
  "types.docs": ruling("Descriptions, defaults and formats become doc comments."),
  "types.hostile-text": ruling("No name or description breaks out of comment or identifier."),
  "types.agree-with-ajv": ruling("Validation agrees with Ajv on generated schemas."),
});

const commandLine = section("issue/command-line", {
  "cli.strict-flags": ruling("A flag nobody reads is refused before anything runs."),
  "cli.exit-codes": ruling("Every way to fail has its own exit code."),
  "cli.caret": ruling("Errors show the author's line with a caret."),
  "cli.plain-when-piped": ruling("Piped output has no colour, no live line, and 80 columns."),
  "cli.watch": ruling("--watch sees changes of everything beside the program and its tools."),
  "cli.trace": ruling("A trace holds every call with its times and sizes."),
  "check.in-words-of-tools": ruling("checkCode names unknown tools, wrong input, missing await."),
  "check.reads-no-file": ruling("Guest text makes the compiler read no file of the machine."),
  "docs.blocks-run": ruling("Every code block of the documentation runs or says why not."),
});

const walls = section("issue/walls", {
  "wall.suite-worker": ruling("The contract suite passes unchanged on worker."),
  "wall.suite-process": ruling("The contract suite passes unchanged on process."),
  "wall.host-free": ruling("No guest holds the host's event loop for more than 50 ms."),
  "wall.interrupt-keeps-thread": ruling("A loop is interrupted without losing the thread."),
  "wall.kill-replaces": ruling("A native call that ignores the interrupt costs one thread."),
  "wall.abort-in-loop": ruling("A signal that aborts ends an endless loop."),
  "wall.child-death": ruling("A child that dies gives internal_error for its run alone."),
  "wall.pool-bounds": ruling("A pool keeps to maxSize, minSize and idleTimeoutMs."),
  "wall.pool-fair": ruling("Waiting runs are served in the order they came."),
  "wall.pool-back-off": ruling("Children that keep dying lead to back-off, then an error."),
  "wall.dispose-clean": ruling("dispose() leaves no thread, child, timer or listener."),
  "wall.recycle": ruling("A thread whose state nobody can vouch for is not used again."),
  "wall.logs-before-kill": ruling("Lines written before a kill arrive."),
  "wall.live-log": ruling("onLog is live in every placement."),
  "wall.facts": ruling("facts say what a placement enforces, and tests agree."),
  "wall.no-environment": ruling("A child has no environment and no inherited descriptors."),
  "wall.bubblewrap": ruling("Under bubblewrap files, network and processes are out of reach."),
  "wall.dies-with-parent": ruling("A child ends when its parent does."),
});

const isolates = section("issue/isolated-vm", {
  "v8.optional": ruling("Without the native module the error names version and flag to use."),
  "v8.suite": ruling("The contract suite passes unchanged on isolates in every placement."),
  "v8.one-run": ruling("An isolate serves one run."),
  "v8.permits": ruling("V8's extra globals are removed by the same table."),
  "v8.no-reference": ruling("No object of isolated-vm is visible to a guest."),
  "v8.no-code-cache": ruling("No code cache or bytecode is taken from a guest."),
  "v8.fatal-oom": ruling("A fatal V8 exhaustion in a process is memory_limit; the host lives."),
  "v8.waiting-modules": ruling(
    "Stopping a module that awaits at its top level costs the run only.",
  ),
  "v8.parallel": ruling("Parallel tools stay parallel."),
});

const mcp = section("issue/mcp", {
  "mcp.pagination": ruling("All pages of an upstream catalogue are read."),
  "mcp.list-changed": ruling("A changed upstream catalogue is refreshed."),
  "mcp.cancellation": ruling("Cancellation and timeouts are passed upstream."),
  "mcp.is-error": ruling("An isError result is a catchable error with the upstream's text."),
  "mcp.content-blocks": ruling("Images, audio and resources reach the client as content blocks."),
  "mcp.many-upstreams": ruling("Each upstream has its namespace; one's failure is its own."),
  "mcp.search-types": ruling("A search returns exactly the types of the tools it found."),
  "mcp.hints": ruling("Errors for models carry code, message, line and a hint."),
  "mcp.truncation": ruling("Long results are cut by structure, never inside a JSON string."),
  "mcp.filters": ruling("Denied tools are neither listed nor callable."),
  "mcp.read-only": ruling("--read-only leaves the tools annotated as such."),
  "mcp.hostile-upstream": ruling("A hostile upstream costs clear errors and nothing more."),
  "mcp.http-token": ruling("HTTP beyond loopback demands a token."),
  "mcp.sdk-shapes": ruling("Clients and servers of SDK 2.x and 1.x are accepted by shape."),
  "mcp.secrets": ruling("What a server was configured with stays out of errors and results."),
  "mcp.reconnect": ruling("A lost server is connected again after growing pauses."),
  "mcp.real-servers": ruling("The reference servers from npm work, wrapped."),
});

const fleet = section("issue/fleet", {
  "fleet.suite": ruling("The contract suite passes unchanged through the fleet."),
  "fleet.labels": ruling("An execution that demands labels runs on a runner that has them."),
  "fleet.no-fit": ruling("When no runner fits, admission is refused at once."),
  "fleet.busy-waits": ruling("When all runners are busy, admission waits, bounded, with signal."),
  "fleet.heartbeat": ruling("A dead runner's sessions end with internal_error in the bound."),
  "fleet.host-vanishes": ruling("A host that vanishes frees its slots."),
  "fleet.retry-before-started": ruling("An execution without started is retried elsewhere."),
  "fleet.never-twice": ruling("An execution with started is never run twice."),
  "fleet.drain": ruling("A rolling restart loses no execution that can be placed."),
  "fleet.subjects": ruling("Subjects of a session cannot be guessed."),
  "fleet.permissions": ruling("The documented NATS permissions suffice, and hold a bad runner."),
  "fleet.partition": ruling("Behind a cut wire a run ends here, and no tool hears of it again."),
  "fleet.loss": ruling("A message that NATS dropped ends its session; nothing hangs."),
  "fleet.large-frames": ruling("Frames above the server's max_payload cross in bounded parts."),
  "fleet.status": ruling("execbox fleet status shows every runner, what it has and does."),
  "fleet.one-verdict": ruling("Every execution has exactly one verdict under chaos."),
});

/** Behaviour that later issues add to the contract, with the issue that verifies it. */
export const issues = [providers, commandLine, walls, isolates, mcp, fleet] as const;
