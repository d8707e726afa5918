// The same from your own program.
import { QuickJsExecutor, resolveProvider } from "execbox";

const clock = resolveProvider({
  name: "clock",
  tools: { year: { description: "This year", execute: () => new Date().getFullYear() } },
});
const executor = new QuickJsExecutor();
const result = await executor.execute("(await clock.year()) - 1995", [clock], { timeoutMs: 1_000 });
console.log(result.ok ? `JavaScript is ${result.result} years old` : result.error);
await executor.dispose();
