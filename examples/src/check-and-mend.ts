/**
 * Check before you run: a model's first program has a mistake, the checker says so in words the
 * model can use, the second program runs. Nothing was called by the first.
 */
import { checkCode, QuickJsExecutor, resolveProvider } from "execbox";

const shop = resolveProvider({
  name: "shop",
  tools: {
    orders: {
      inputSchema: {
        type: "object",
        properties: { customer: { type: "string" } },
        required: ["customer"],
      },
      outputSchema: { type: "array", items: { type: "number" } },
      execute: () => [40, 60],
    },
  },
});

// Stands for a model: it is told what was wrong with its last attempt.
const attempts = [
  `shop.order({ customer: "ada" }).length`,
  `shop.orders({ customer: "ada" }).length`,
  `(await shop.orders({ customer: "ada" })).length`,
];

const executor = new QuickJsExecutor();
for (const code of attempts) {
  const problems = await checkCode(code, { providers: [shop] });
  if (problems.length > 0) {
    console.log(`to the model: ${problems.map(({ message }) => message).join("; ")}`);
    continue;
  }
  const result = await executor.execute(code, [shop]);
  console.log(result.ok ? `result: ${result.result}` : result.error.message);
}
await executor.dispose();

/* Prints:
to the model: shop has no tool order; did you mean orders?
to the model: Property 'length' does not exist on type 'Promise<number[]>'; await is missing: a tool returns a promise
result: 2
*/
