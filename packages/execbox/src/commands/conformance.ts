import { writeFile } from "node:fs/promises";
import {
  type Capability,
  capabilities,
  connectStdio,
  connectWebSocket,
  isCapability,
  type RunnerConnection,
  renderJunit,
  reuseLinks,
  type ScoreCard,
  scoreRunner,
  unknownSelections,
} from "@execbox/conformance";
import { messageOf } from "@execbox/core";
import { type Call, CommandError, defineCommand, EXIT, UsageError } from "../cli/command.js";
import { printCard } from "./conformance/card.js";

const FLAGS = {
  ws: { type: "string", value: "URL", about: "Test the runner behind this WebSocket." },
  token: {
    type: "string",
    value: "TOKEN",
    about: "The bearer token for --ws; EXECBOX_TOKEN also works.",
  },
  without: {
    type: "list",
    value: "WORD",
    about: `What the engine cannot do: ${Object.keys(capabilities).join(", ")}.`,
  },
  only: {
    type: "list",
    value: "ID",
    about: "Only this requirement, or this area: log, cancel.aborts.",
  },
  reuse: {
    type: "boolean",
    about: "Let one process of COMMAND serve case after case, if it promises to.",
  },
  concurrency: { type: "number", value: "N", about: "Sessions at a time.", default: 4 },
  patience: {
    type: "duration",
    value: "TIME",
    about: "How long a message may take.",
    default: "10s",
  },
  quiet: { type: "duration", value: "TIME", about: "How long silence must last.", default: "60ms" },
  strict: { type: "boolean", about: "Fail also when a should or a ruling fails." },
  json: { type: "boolean", about: "Print the card as JSON." },
  junit: { type: "string", value: "FILE", about: "Write the card as JUnit XML too." },
} as const;

export const command = defineCommand({
  name: "conformance",
  summary: "Prove a runner right: every requirement of the runner specification, on any runner",
  usage: ["execbox conformance [flags] -- COMMAND...", "execbox conformance [flags] --ws URL"],
  about:
    "Starts COMMAND, which speaks one JSON message a line on stdin and stdout, or connects to a WebSocket, and drives it through the runner specification: one session a case. Prints each requirement with its verdict and, for each failure, everything that crossed. The cases rely on the written specification alone, so the runner may be in any language and on any engine.",
  flags: FLAGS,
  rest: { name: "COMMAND", about: "The runner and its arguments." },
  examples: [
    { command: "execbox conformance -- execbox runner", about: "Our own runner" },
    {
      command: "execbox conformance --without memory -- ./my-runner",
      about: "One whose engine cannot bound memory",
    },
    {
      command: "execbox conformance --only log -- ./my-runner",
      about: "Only the rules about logs",
    },
    {
      command: "execbox conformance --ws ws://127.0.0.1:7070 --junit report.xml",
      about: "A server, with a report for CI",
    },
  ],
  notes: [
    {
      title: "Exit codes",
      lines: [
        "0   every must holds",
        "1   a must fails (with --strict: anything fails)",
        "64  the call makes no sense",
        "69  the runner could not be reached",
      ],
    },
  ],
  run,
});

async function run({ flags, rest, io }: Call<typeof FLAGS>): Promise<number> {
  const { name, connect } = target(flags, rest, io.env);
  const unknown = unknownSelections(flags.only);
  if (unknown.length > 0) throw new UsageError(`no requirement is called ${unknown.join(", ")}`);
  if (flags.concurrency < 1) throw new UsageError("--concurrency must be at least 1");
  const without = readWords(flags.without);
  await probe(connect);
  await using links = flags.reuse ? reuseLinks(connect) : undefined;
  let card: ScoreCard;
  try {
    card = await scoreRunner({
      name,
      connect: links?.connect ?? connect,
      without,
      only: flags.only,
      concurrency: flags.concurrency,
      patience: { answerMs: flags.patience, quietMs: flags.quiet },
      signal: io.signal,
      onCase: (_result, { finished, total }) => io.err.live(`${finished} of ${total} cases`),
    });
  } catch (error) {
    if (io.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    io.err.live(undefined);
  }
  if (flags.junit !== undefined) await writeFile(flags.junit, renderJunit(card));
  if (flags.json) io.out.line(JSON.stringify(card, null, 2));
  else printCard(card, io.out);
  const whole = card.scores.every(({ verdict }) => verdict !== "fail");
  return (flags.strict ? whole : card.conforms) ? EXIT.ok : EXIT.failed;
}

/** A command that cannot be started is one failure, not one for each case. */
async function probe(connect: Connect): Promise<void> {
  try {
    const connection = await connect();
    await connection.close();
  } catch (error) {
    throw new CommandError(messageOf(error), EXIT.unavailable);
  }
}

type Connect = () => Promise<RunnerConnection>;

function target(
  { ws, token }: { ws: string | undefined; token: string | undefined },
  rest: readonly string[],
  env: NodeJS.ProcessEnv,
): { name: string; connect: Connect } {
  const [program, ...args] = rest;
  if (ws !== undefined) {
    if (program !== undefined) throw new UsageError("give either --ws URL or -- COMMAND, not both");
    const secret = token ?? env["EXECBOX_TOKEN"];
    return { name: ws, connect: () => connectWebSocket(ws, secret) };
  }
  if (program === undefined)
    throw new UsageError("what is to be tested? Give -- COMMAND or --ws URL");
  return { name: rest.join(" "), connect: () => connectStdio([program, ...args]) };
}

function readWords(words: readonly string[]): Capability[] {
  return words
    .flatMap((each) => each.split(","))
    .map((word) => {
      if (isCapability(word)) return word;
      throw new UsageError(
        `--without is one of ${Object.keys(capabilities).join(", ")}, got "${word}"`,
      );
    });
}
