/** The files of a new project, by name. */
export function projectFiles(name: string, version: string): Record<string, string> {
  return {
    "package.json": `${JSON.stringify(
      {
        name,
        private: true,
        type: "module",
        scripts: {
          start: "execbox run report.ts --tools tools.ts --input customer.json",
          check: "execbox check report.ts --tools tools.ts --input",
          types: "execbox types --tools tools.ts",
        },
        dependencies: { execbox: `^${version}` },
        devDependencies: { typescript: ">=5.5" },
      },
      null,
      2,
    )}\n`,
    "tools.ts": TOOLS,
    "report.ts": REPORT,
    "customer.json": `${JSON.stringify({ customer: "ada" })}\n`,
    "embed.mjs": EMBED,
    "README.md": readme(name),
  };
}

const TOOLS = `// What guest programs may do, and all they may do. This file runs in your process: it may hold
// secrets and clients; the programs that call it see names, inputs and results.

const orders = [
  { id: 1, customer: "ada", total: 40, currency: "EUR" },
  { id: 2, customer: "ada", total: 60, currency: "USD" },
  { id: 3, customer: "bob", total: 15, currency: "EUR" },
];

export const shop = {
  name: "shop",
  tools: {
    orders: {
      description: "Orders of a customer",
      inputSchema: {
        type: "object",
        properties: { customer: { type: "string" } },
        required: ["customer"],
      },
      outputSchema: {
        type: "array",
        items: {
          type: "object",
          properties: {
            id: { type: "integer" },
            total: { type: "number" },
            currency: { enum: ["EUR", "USD"] },
          },
          required: ["id", "total", "currency"],
        },
      },
      execute: ({ customer }: { customer: string }) =>
        orders
          .filter((order) => order.customer === customer)
          .map(({ id, total, currency }) => ({ id, total, currency })),
    },
    rate: {
      description: "What one unit of a currency is worth in EUR",
      inputSchema: {
        type: "object",
        properties: { currency: { enum: ["EUR", "USD"] } },
        required: ["currency"],
      },
      outputSchema: { type: "number" },
      execute: ({ currency }: { currency: "EUR" | "USD" }) => (currency === "USD" ? 0.9 : 1),
    },
  },
};
`;

const REPORT = `// A guest program: it could have been written by a model. It sees shop, input and nothing else.
const orders = await shop.orders({ customer: input.customer });
const worth = await Promise.all(
  orders.map(async ({ total, currency }) => total * (await shop.rate({ currency }))),
);
console.log("orders:", orders.length);
({ customer: input.customer, eur: worth.reduce((sum, value) => sum + value, 0) })
`;

const EMBED = `// The same from your own program.
import { QuickJsExecutor, resolveProvider } from "execbox";

const clock = resolveProvider({
  name: "clock",
  tools: { year: { description: "This year", execute: () => new Date().getFullYear() } },
});
const executor = new QuickJsExecutor();
const result = await executor.execute("(await clock.year()) - 1995", [clock], { timeoutMs: 1_000 });
console.log(result.ok ? \`JavaScript is \${result.result} years old\` : result.error);
await executor.dispose();
`;

const readme = (name: string) => `# ${name}

    npm install
    npm start          # run report.ts with the tools of tools.ts
    npm run check      # type-check it against them first
    npm run types      # what a model is told about them
    node embed.mjs     # the same from your own program

- \`tools.ts\`: what guest programs may call. Yours, trusted.
- \`report.ts\`: a guest program. Anybody's, untrusted.
`;
