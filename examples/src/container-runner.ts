/**
 * Guests in containers: the same executor with another placement. The first run makes the image from
 * this machine's own Node; a warm container then answers in a fraction of a millisecond. Needs Podman
 * or Docker, and says so without them.
 */
import { QuickJsExecutor, resolveProvider } from "execbox";

const clock = resolveProvider({ name: "clock", tools: { year: { execute: () => 2026 } } });
const executor = new QuickJsExecutor({
  placement: "container",
  container: { cpus: 1 },
  pool: { maxSize: 1 },
  timeoutMs: 60_000,
});
const result = await executor.execute("(await clock.year()) - 1995", [clock]);
if (result.ok) {
  const { placement, network, survivesCrash } = await executor.facts();
  console.log(`result ${result.result}`);
  console.log(`${placement}: network ${network}, survives a crash: ${survivesCrash}`);
} else {
  console.log(`no container here: ${result.error.message}`);
}
await executor.dispose();

/* Prints:
result 31
container: network closed, survives a crash: true
*/
