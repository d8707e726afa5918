/**
 * The shortest useful program: two host tools, one guest program that combines them.
 * The guest sees `shop.orders` and `shop.rate`, and nothing else of this process.
 */
import { resolveProvider } from "@execbox/core";
import { QuickJsExecutor } from "@execbox/quickjs";

const shop = resolveProvider({
  name: "shop",
  tools: {
    orders: {
      description: "Orders of a customer",
      inputSchema: {
        type: "object",
        properties: { customer: { type: "string" } },
        required: ["customer"],
      },
      execute: async () => [
        { id: 1, total: 40, currency: "EUR" },
        { id: 2, total: 60, currency: "USD" },
      ],
    },
    rate: {
      description: "What one unit of a currency is worth in EUR",
      inputSchema: {
        type: "object",
        properties: { currency: { enum: ["EUR", "USD"] } },
        required: ["currency"],
      },
      execute: async (input) => ((input as { currency: string }).currency === "USD" ? 0.9 : 1),
    },
  },
});

// Written by a model. It loops, calls both tools and sends back one number instead of two lists.
const code = `
  const orders = await shop.orders({ customer: "ada" });
  const worth = await Promise.all(
    orders.map(async ({ total, currency }) => total * (await shop.rate({ currency }))),
  );
  console.log("orders:", orders.length);
  worth.reduce((sum, value) => sum + value, 0)
`;

const executor = new QuickJsExecutor();
await executor.prewarm();
const result = await executor.execute(code, [shop]);
await executor.dispose();

if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
console.log(`result  ${JSON.stringify(result.result)}`);
for (const line of result.logs) console.log(`log     ${line}`);
console.log(`time    ${result.durationMs.toFixed(1)} ms`);

/* Prints:
result  94
log     orders: 2
time    … ms
*/
