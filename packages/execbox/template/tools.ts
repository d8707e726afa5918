// What guest programs may do, and all they may do. This file runs in your process: it may hold
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
