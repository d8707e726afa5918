/** A runner of a fleet as a program of its own; its settings are its one argument, as JSON. */
import { linkOpener } from "@execbox/placement";
import { quickJsPrograms } from "@execbox/quickjs";
import { RunnerHost } from "@execbox/remote";
import { type NatsRunnerOptions, serveNats } from "../../src/index.js";

/** What a test runner is told. */
export interface RunnerSettings extends Omit<NatsRunnerOptions, "serve"> {
  /** What the program does to itself when an execution reaches it, before it starts. */
  onExecute?: "SIGKILL" | "SIGSTOP";
}

const { onExecute, ...settings } = JSON.parse(process.argv[2] ?? "{}") as RunnerSettings;
const host = new RunnerHost({
  openLink: linkOpener(quickJsPrograms(), "worker", 64 * 1024 * 1024),
  maxSessions: 2 * settings.slots,
  // An engine that had to be killed is replaced before anybody waits for it.
  pool: { minSize: settings.slots + 1 },
  onEvent: (event) => {
    if (event.type === "started") console.log(JSON.stringify({ started: event.id }));
  },
});
const runner = await serveNats({
  ...settings,
  serve: (transport) => {
    if (onExecute !== undefined) {
      transport.onMessage(() => process.kill(process.pid, onExecute));
    }
    return host.serve(transport);
  },
});
await host.prewarm();
console.log(JSON.stringify({ ready: runner.address }));
process.once("SIGTERM", () => void runner.drain());
await runner.closed;
await host.dispose();
