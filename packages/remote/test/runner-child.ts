/** A runner on stdin and stdout, as a program of its own. */
import { engineOpener, RunnerHost, serveStdio } from "@execbox/remote";

const runner = new RunnerHost({
  openLink: engineOpener({}),
  executionsPerConnection: Number.POSITIVE_INFINITY,
});
await serveStdio(runner, { input: process.stdin, output: process.stdout });
await runner.dispose();
