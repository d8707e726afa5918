import { messageOf } from "@execbox/core";
import type { FleetOptions } from "@execbox/nats";
import { CommandError, EXIT, UsageError } from "../cli/command.js";
import type { FlagTable, FlagValues } from "../cli/flags.js";
import { optional } from "../cli/optional.js";

/** The flags of every command that talks to a fleet. */
export const NATS_FLAGS = {
  nats: {
    type: "list",
    value: "URL",
    about: "A NATS server of the fleet, nats://HOST:PORT; again for each further one.",
  },
  queue: {
    type: "string",
    value: "NAME",
    default: "default",
    about: "The queue of the fleet.",
  },
  "nats-creds": {
    type: "string",
    value: "FILE",
    about: "The credentials file that lets this program into NATS.",
  },
  "nats-user": { type: "string", value: "NAME", about: "The user of this program in NATS." },
  "nats-password-file": {
    type: "string",
    value: "FILE",
    about: "Holds that user's password, or a token where there is no user.",
  },
  "nats-ca": {
    type: "string",
    value: "FILE",
    about: "The authority whose certificates the NATS servers have, in PEM.",
  },
  "nats-cert": { type: "string", value: "FILE", about: "This program's own certificate, in PEM." },
  "nats-key": { type: "string", value: "FILE", about: "The key of that certificate, in PEM." },
} as const satisfies FlagTable;

/** What the flags of a fleet say, read. */
export async function readNatsFlags(
  flags: FlagValues<typeof NATS_FLAGS>,
): Promise<Pick<FleetOptions, "servers" | "queue" | "connection">> {
  if (flags.nats.length === 0) throw new UsageError("--nats is missing: --nats nats://HOST:PORT");
  const { readNatsSecrets } = await loadNats();
  try {
    const connection = readNatsSecrets({
      credentialsFile: flags["nats-creds"],
      user: flags["nats-user"],
      passwordFile: flags["nats-password-file"],
      caFile: flags["nats-ca"],
      certFile: flags["nats-cert"],
      keyFile: flags["nats-key"],
    });
    return { servers: flags.nats, queue: flags.queue, connection };
  } catch (error) {
    throw new CommandError(messageOf(error), EXIT.noInput);
  }
}

/** The fleet's library, for those who have it. */
export function loadNats() {
  return optional("@execbox/nats", () => import("@execbox/nats"));
}
