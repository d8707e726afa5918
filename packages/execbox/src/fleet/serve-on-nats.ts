import { messageOf } from "@execbox/core";
import type { Labels, NatsRunner } from "@execbox/nats";
import type { RunnerHost } from "@execbox/remote";
import { CommandError, EXIT, type Io, UsageError } from "../cli/command.js";
import type { FlagTable, FlagValues } from "../cli/flags.js";
import { loadNats, NATS_FLAGS, readNatsFlags } from "./nats-flags.js";

/** The flags of a runner that is part of a fleet. */
export const FLEET_RUNNER_FLAGS = {
  ...NATS_FLAGS,
  name: {
    type: "string",
    value: "NAME",
    default: "runner",
    about: "This runner's name in NATS subjects and permissions.",
  },
  labels: {
    type: "string",
    value: "K=V,K=V",
    default: "",
    about: "What executions may demand of this runner; engine and placement are added.",
  },
  slots: {
    type: "number",
    value: "N",
    default: 4,
    about: "With --nats, how many executions this runner takes at once.",
  },
} as const satisfies FlagTable;

type FleetRunnerFlags = FlagValues<typeof FLEET_RUNNER_FLAGS>;

/**
 * Serves a fleet until the program is told to end, then drains for at most `drainMs`. The caller
 * owns `host`, which must have room for sessions that wind up: twice as many as slots.
 */
export async function serveOnNats(
  flags: FleetRunnerFlags,
  host: RunnerHost,
  own: Labels,
  drainMs: number,
  io: Io,
): Promise<number> {
  const runner = await join(flags, host, own);
  const say = (event: string) =>
    io.out.line(
      JSON.stringify({ time: new Date().toISOString(), level: "info", event, ...runner.address }),
    );
  say("joined");
  const drain = () => {
    say("draining");
    void runner.drain(AbortSignal.timeout(drainMs));
  };
  io.signal.addEventListener("abort", drain, { once: true });
  if (io.signal.aborted) drain();
  const failure = await runner.closed;
  io.signal.removeEventListener("abort", drain);
  if (failure !== undefined) throw new CommandError(failure.message, EXIT.unavailable);
  say("left");
  return EXIT.ok;
}

async function join(flags: FleetRunnerFlags, host: RunnerHost, own: Labels): Promise<NatsRunner> {
  const options = await readNatsFlags(flags);
  const { parseLabels, serveNats } = await loadNats();
  try {
    return await serveNats({
      ...options,
      name: flags.name,
      labels: { ...own, ...parseLabels(flags.labels) },
      slots: flags.slots,
      serve: (transport) => host.serve(transport),
    });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw new CommandError(messageOf(error), EXIT.unavailable);
  }
}
