import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";

/** A folder with the given files that lives as long as the test. */
export async function folderWith(
  context: TestContext,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "execbox-cli-"));
  context.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** Tools for tests: TypeScript that imports TypeScript, a provider and a plain function. */
export const TOOLS = {
  "rates.ts": `export enum Currency { EUR = "EUR", USD = "USD" }
export const rates: Record<Currency, number> = { [Currency.EUR]: 1, [Currency.USD]: 0.9 };
`,
  "tools.ts": `import { type Currency, rates } from "./rates.js";

export const shop = {
  tools: {
    orders: {
      description: "Orders of a customer",
      inputSchema: { type: "object", properties: { customer: { type: "string" } }, required: ["customer"] },
      outputSchema: { type: "array", items: { type: "object", properties: { total: { type: "number" } }, required: ["total"] } },
      execute: async () => [{ total: 40 }, { total: 60 }],
    },
    rate: {
      inputSchema: { type: "object", properties: { currency: { enum: ["EUR", "USD"] } }, required: ["currency"] },
      execute: (input: { currency: Currency }) => rates[input.currency],
    },
    refuse: { execute: () => { throw new Error("no such order"); } },
    wait: { execute: (_input: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, 400);
        signal.addEventListener("abort", () => { clearTimeout(timer); reject(new Error("stopped")); });
      }) },
  },
};

export async function add({ a, b }: { a: number; b: number }) {
  return a + b;
}
`,
} as const;
