import type { CommandEntry } from "./cli/command.js";

/** Every command, in the order in which the help shows them; the code of each loads when it is called. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "doctor",
    summary: "Say which engines and placements work here and what each enforces",
    load: async () => (await import("./commands/doctor.js")).command,
  },
];
