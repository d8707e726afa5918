/** A runner of a fleet as a program of its own; its settings are its one argument, as JSON. */
import { linkOpener } from "@execbox/placement";
import { quickJsPrograms } from "@execbox/quickjs";
import { RunnerHost } from "@execbox/remote";
import { type NatsRunnerOptions, serveNats } from "../../src/index.js";

const settings = JSON.parse(process.argv[2] ?? "{}") as Omit<NatsRunnerOptions, "serve">;
const host = new RunnerHost({
  openLink: linkOpener(quickJsPrograms(), "worker", 64 * 1024 * 1024),
  maxSessions: 2 * settings.slots,
  // An engine that had to be killed is replaced before anybody waits for it.
  pool: { minSize: settings.slots + 1 },
  onEvent: (event) => {
    if (event.type === "started") console.log(JSON.stringify({ started: event.id }));
  },
});
const runner = await serveNats({ ...settings, serve: (transport) => host.serve(transport) });
await host.prewarm();
console.log(JSON.stringify({ ready: runner.address }));
process.once("SIGTERM", () => void runner.drain());
await runner.closed;
await host.dispose();
