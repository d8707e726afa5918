import { messageOf } from "@execbox/core";
import type { FleetWatch } from "@execbox/nats";
import { type Call, CommandError, defineCommand, EXIT, UsageError } from "../cli/command.js";
import { loadNats, NATS_FLAGS, readNatsFlags } from "../fleet/nats-flags.js";
import { statusTable } from "../fleet/status-table.js";

const FLAGS = {
  ...NATS_FLAGS,
  every: {
    type: "duration",
    value: "TIME",
    about: "Show it again after this time, until interrupted. On a terminal: 1s.",
  },
  once: { type: "boolean", about: "Show it once, also on a terminal." },
  json: { type: "boolean", about: "Print one line of JSON instead of a table." },
} as const;

type FleetCall = Call<typeof FLAGS>;

export const command = defineCommand({
  name: "fleet",
  summary: "Show the runners of a fleet on NATS and what they do",
  usage: ["execbox fleet status --nats URL [--queue NAME] [--json]"],
  about:
    "Asks every runner of the queue who it is and listens to what they say of themselves: labels, slots, sessions that run, offers that wait, sessions a second over the last ten seconds, and the median time of the last sessions. A runner that stopped without a goodbye is shown as lost for half a minute.",
  flags: FLAGS,
  positionals: { name: "status", about: "What to show; there is only status.", min: 1 },
  examples: [
    {
      command: "execbox fleet status --nats nats://127.0.0.1:4222",
      about: "A table that refreshes",
    },
    {
      command: "execbox fleet status --nats nats://127.0.0.1:4222 --json",
      about: "For programs, once",
    },
  ],
  async run(call) {
    const [topic] = call.positionals;
    if (topic !== "status")
      throw new UsageError(`there is only execbox fleet status, not ${topic}`);
    const watch = await open(call);
    try {
      await watch.ready;
      await show(watch, call);
      return EXIT.ok;
    } finally {
      await watch.close();
    }
  },
});

async function open({ flags }: FleetCall): Promise<FleetWatch> {
  const options = await readNatsFlags(flags);
  const { watchFleet } = await loadNats();
  try {
    return await watchFleet(options);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw new CommandError(messageOf(error), EXIT.unavailable);
  }
}

async function show(watch: FleetWatch, { flags, io }: FleetCall): Promise<void> {
  const refreshing = io.out.interactive && !flags.json;
  const everyMs = flags.once ? undefined : (flags.every ?? (refreshing ? 1_000 : undefined));
  // A terminal has a width; what goes into a pipe or a file goes there whole.
  const width = io.out.interactive ? io.out.columns : Number.POSITIVE_INFINITY;
  let shown = 0;
  for (;;) {
    const runners = watch.runners();
    if (flags.json) {
      io.out.line(JSON.stringify({ queue: flags.queue, runners }));
    } else {
      const lines = statusTable(flags.queue, runners, width, io.out.style);
      // Over the table before it, as far as that reached.
      const back = refreshing && shown > 0 ? `\u001b[${shown}A\u001b[J` : "";
      io.out.write(`${back}${lines.join("\n")}\n`);
      shown = lines.length;
    }
    if (everyMs === undefined || !(await waited(everyMs, io.signal))) return;
  }
}

/** Waits; false when the user has had enough. */
function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    const enough = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", enough);
      resolve(true);
    }, ms);
    signal.addEventListener("abort", enough, { once: true });
  });
}
