import { must, ruling, section } from "./section.js";

const lifecycle = section("remote-workflow/lifecycle", {
  "remote.lazy": must("Constructing a RemoteExecutor opens no connection."),
  "remote.transport-per-run": must("Each execute() opens a transport of its own."),
  "remote.one-channel": must("All messages of an execution use that one transport."),
  "remote.no-callback": must("The runner opens no connection back for tool calls."),
  "remote.disposed": must("The transport is disposed when the run ends, however it ends."),
  "remote.cancel-backstop": must(
    "A runner that ignores a cancel is cut off after cancelGraceMs and the caller has a verdict.",
  ),
});

const pausing = section("remote-workflow/pausing", {
  "remote.surrounding-code": must(
    "Only the tool runs at the host; conditions, throws and destructuring around it run in the guest.",
  ),
});

const crossing = section("remote-workflow/crossing", {
  "remote.sent": must(
    "An execute frame holds the code, the limits, the id and the manifests and nothing else.",
  ),
  "remote.not-sent": must(
    "No frame holds closures, clients, tenant maps or secrets that a tool did not return or log.",
  ),
});

const wrapped = section("remote-workflow/wrapped-servers", {
  "remote.with-mcp": must("codeMcpServer works over a RemoteExecutor as over a local executor."),
});

const delivery = section("issue/remote", {
  "remote.stdio": ruling("Any command that speaks one JSON message a line serves as a runner."),
  "remote.stdio-stderr": ruling("What a dying command wrote to stderr is in the error."),
  "remote.websocket": ruling("The WebSocket transport passes the contract suite unchanged."),
  "remote.frame-limit": ruling("A frame above the limit ends the session before it is decoded."),
  "remote.dead-peer": ruling("A peer that stops answering pings ends the session."),
  "remote.backpressure": ruling("A slow receiver slows the sender and grows no queue."),
  "remote.module-runs-refused": ruling(
    "A runner without module runs refuses one at once, with a message that says so.",
  ),
  "remote.any-cut": ruling(
    "A connection cut at any message boundary gives one right verdict and leaks nothing.",
  ),
  "remote.hostile-frames": ruling(
    "Duplicated, reordered, truncated, huge and deep frames give one verdict in bounded time.",
  ),
  "runner.listen-never-inline": ruling("A listening runner never runs guests inline."),
  "runner.token-required": ruling("Listening beyond loopback without a token is refused."),
  "runner.session-cap": ruling("Sessions beyond the cap are refused with a clear message."),
  "runner.drain": ruling("On SIGTERM running executions finish and new ones are refused."),
  "runner.caps": ruling("An execution gets at most the limits that its runner grants."),
  "runner.tenants-apart": ruling(
    "Hosts that share a runner share no catalogue, no call ids and no realm.",
  ),
  "runner.origins": ruling("A web page of an origin that is not listed is not let in."),
});

const kit = section("issue/conformance-kit", {
  "conformance.score-card": ruling(
    "The conformance command reports each requirement, with a transcript for each failure.",
  ),
  "conformance.discriminates": ruling(
    "A runner broken in one way fails exactly the requirements it breaks.",
  ),
  "conformance.foreign": ruling(
    "A runner that shares no code and no engine with ours gets full marks for what it can do.",
  ),
  "conformance.own-stdio": ruling("Our runner gets full marks over stdio."),
  "conformance.own-websocket": ruling("Our runner gets full marks over WebSocket."),
  "conformance.golden": ruling(
    "Golden transcripts are data that replay on every runner, the specification's two among them.",
  ),
});

/** What the remote workflow and the issue that delivers it ask for. */
export const remoteWorkflow = [lifecycle, pausing, crossing, wrapped, delivery, kit] as const;
