/**
 * Tools described with Zod. The schema does three things: it checks what the guest sends, it types
 * `execute`, and it becomes the declaration that a model reads.
 */
import { QuickJsExecutor, resolveProvider } from "execbox";
import { z } from "zod";

const input = z.object({ city: z.string(), days: z.int().min(1).max(7).default(3) });

const weather = resolveProvider({
  name: "weather",
  tools: {
    forecast: {
      description: "Highest temperature of the coming days, in °C",
      inputSchema: input,
      outputSchema: z.array(z.number()),
      execute: (given) => {
        const { city, days } = input.parse(given);
        return Array.from({ length: days }, (_, day) => city.length + day);
      },
    },
  },
});

console.log(weather.types);

const executor = new QuickJsExecutor();
const good = await executor.execute(`Math.max(...await weather.forecast({ city: "Oslo" }))`, [
  weather,
]);
console.log(good.ok ? `warmest: ${good.result} °C` : good.error.message);

const bad = await executor.execute(`await weather.forecast({ city: "Oslo", days: 30 })`, [weather]);
console.log(bad.ok ? bad.result : `${bad.error.code}: ${bad.error.message}`);
await executor.dispose();

/* Prints:
declare namespace weather {
  /** Highest temperature of the coming days, in °C *\/
  function forecast(input: {…}): Promise<number[]>;
}
warmest: 6 °C
validation_error: Invalid input for weather.forecast: days: …
*/
