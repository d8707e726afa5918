import { readFile } from "node:fs/promises";
import { messageOf } from "@execbox/core";
import { isolatedVmPrograms } from "@execbox/isolated-vm";
import { quickJsPrograms } from "@execbox/quickjs";
import {
  type EngineChoice,
  engineOpener,
  RunnerHost,
  type RunnerServer,
  serveRunner,
  serveStdio,
} from "@execbox/remote";
import { type Call, CommandError, defineCommand, EXIT, UsageError } from "../cli/command.js";
import type { FlagTable } from "../cli/flags.js";
import { FLEET_RUNNER_FLAGS, serveOnNats } from "../fleet/serve-on-nats.js";
import { ENGINES } from "../run/engine.js";

const FLAGS = {
  listen: {
    type: "string",
    value: "HOST:PORT",
    about: "Serve many hosts over WebSockets instead of one on stdin and stdout.",
  },
  "token-file": {
    type: "string",
    value: "FILE",
    about: "Holds the bearer token hosts must bring; a line each while tokens change.",
  },
  "tls-cert": { type: "string", value: "FILE", about: "The server's certificate, in PEM." },
  "tls-key": { type: "string", value: "FILE", about: "The key of that certificate, in PEM." },
  origin: { type: "list", value: "ORIGIN", about: "Let web pages of this origin connect." },
  engine: {
    type: "string",
    value: "NAME",
    choices: ENGINES,
    default: "quickjs",
    about: "Which JavaScript engine.",
  },
  placement: {
    type: "string",
    value: "NAME",
    choices: ["worker", "process", "container"],
    default: "worker",
    about: "Where guests run; never on the thread that serves.",
  },
  "max-sessions": {
    type: "number",
    value: "N",
    default: 64,
    about: "Executions at once; further ones are refused.",
  },
  "max-timeout": {
    type: "duration",
    value: "TIME",
    default: "5m",
    about: "The longest a host may ask for.",
  },
  "max-memory": {
    type: "bytes",
    value: "SIZE",
    default: "512mb",
    about: "The most memory a host may ask for, for one execution.",
  },
  "drain-timeout": {
    type: "duration",
    value: "TIME",
    default: "5m",
    about: "After SIGTERM, how long running executions may take to finish.",
  },
  ...FLEET_RUNNER_FLAGS,
} as const satisfies FlagTable;

type RunnerCall = Call<typeof FLAGS>;

/** What only makes sense for a runner that listens. */
const LISTEN_ONLY = ["token-file", "tls-cert", "tls-key"] as const;

export const command = defineCommand({
  name: "runner",
  summary: "Run guest code for hosts elsewhere: on stdin and stdout, WebSockets, or in a fleet",
  usage: [
    "execbox runner [--placement NAME] [--max-timeout TIME] [--max-memory SIZE]",
    "execbox runner --listen HOST:PORT [--token-file FILE] [flags]",
    "execbox runner --nats URL [--queue NAME] [--labels K=V,K=V] [--slots N]",
  ],
  about:
    "Speaks the runner specification: a host sends code and names of tools, guest code runs here, and every tool call goes back to the host. On stdin and stdout there is one JSON message a line, for as many executions as the host likes, one after the other. With --listen each WebSocket carries one execution, /healthz says how things stand, /metrics is for Prometheus, and stdout is a log of JSON lines. With --nats it joins a fleet: executions come from the queue while slots are free.",
  flags: FLAGS,
  examples: [
    { command: "execbox runner", about: "For a host that started this command, or ssh" },
    {
      command: "execbox runner --listen 127.0.0.1:7070",
      about: "For hosts on this machine",
    },
    {
      command: "execbox runner --listen 0.0.0.0:7070 --token-file token.txt",
      about: "For hosts elsewhere, who must bring the token; add --tls-cert and --tls-key",
    },
    {
      command: "execbox runner --nats nats://127.0.0.1:4222 --labels region=eu --slots 8",
      about: "As one of a fleet; see execbox fleet status",
    },
  ],
  async run(call) {
    const { listen, nats } = call.flags;
    if (listen !== undefined && nats.length > 0) {
      throw new UsageError(
        "--listen and --nats are two ways to be reached; start a runner for each",
      );
    }
    if (nats.length > 0) return serveOnFleet(call);
    if (listen !== undefined) return serveOnPort(call, listen);
    for (const name of [...LISTEN_ONLY, "origin"] as const) {
      if (call.flags[name] === undefined || call.flags[name].length === 0) continue;
      throw new UsageError(`--${name} makes sense only with --listen`);
    }
    return serveOnStdio(call);
  },
});

async function serveOnStdio({ flags, io }: RunnerCall): Promise<number> {
  const runner = new RunnerHost({
    openLink: engineOpener(readEngine(flags)),
    caps: readCaps(flags),
    maxSessions: 1,
    executionsPerConnection: Number.POSITIVE_INFINITY,
    pool: { prewarm: true },
  });
  const drain = () => void runner.drain().then(() => io.stdin.destroy());
  io.signal.addEventListener("abort", drain, { once: true });
  try {
    await serveStdio(runner, { input: io.stdin, output: io.out.stream });
    return EXIT.ok;
  } catch (error) {
    throw new CommandError(messageOf(error), EXIT.badInput);
  } finally {
    await runner.dispose();
  }
}

async function serveOnPort({ flags, io }: RunnerCall, listen: string): Promise<number> {
  const tokens = await readTokens(flags["token-file"]);
  const tls = await readTls(flags);
  let server: RunnerServer;
  try {
    server = await serveRunner({
      listen,
      ...readEngine(flags),
      maxSessions: flags["max-sessions"],
      pool: { prewarm: true },
      origins: flags.origin,
      ...(tokens.length === 0 ? {} : { token: tokens }),
      ...(tls === undefined ? {} : { tls }),
      log: (record) => io.out.line(JSON.stringify({ time: new Date().toISOString(), ...record })),
    });
  } catch (error) {
    throw error instanceof TypeError
      ? new UsageError(error.message)
      : new CommandError(messageOf(error), EXIT.unavailable);
  }
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    io.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await server.drain(AbortSignal.timeout(flags["drain-timeout"]));
  return EXIT.ok;
}

async function serveOnFleet({ flags, io }: RunnerCall): Promise<number> {
  const { engine, placement, slots } = flags;
  if (slots < 1) throw new UsageError("--slots must be at least 1");
  const host = new RunnerHost({
    openLink: engineOpener(readEngine(flags)),
    caps: readCaps(flags),
    // Sessions whose host vanished wind up while others begin.
    maxSessions: 2 * slots,
    pool: { minSize: slots, prewarm: true },
  });
  try {
    return await serveOnNats(flags, host, { engine, placement }, flags["drain-timeout"], io);
  } finally {
    await host.dispose();
  }
}

function readEngine(flags: RunnerCall["flags"]): EngineChoice {
  return { programs: PROGRAMS[flags.engine](), placement: flags.placement, caps: readCaps(flags) };
}

const PROGRAMS = {
  quickjs: () => quickJsPrograms(),
  "isolated-vm": () => isolatedVmPrograms(),
} as const;

function readCaps(flags: RunnerCall["flags"]) {
  return { timeoutMs: flags["max-timeout"], memoryLimitBytes: flags["max-memory"] };
}

async function readTokens(path: string | undefined): Promise<string[]> {
  if (path === undefined) return [];
  const lines = (await read(path, "--token-file")).split("\n").map((line) => line.trim());
  const tokens = lines.filter((line) => line !== "");
  if (tokens.length > 0) return tokens;
  throw new CommandError(`${path} holds no token`, EXIT.badInput);
}

async function readTls(
  flags: RunnerCall["flags"],
): Promise<{ cert: string; key: string } | undefined> {
  const { "tls-cert": cert, "tls-key": key } = flags;
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new UsageError("--tls-cert and --tls-key go together");
  }
  return { cert: await read(cert, "--tls-cert"), key: await read(key, "--tls-key") };
}

async function read(path: string, flag: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CommandError(`cannot read ${flag} ${path}: ${messageOf(error)}`, EXIT.noInput);
  }
}
