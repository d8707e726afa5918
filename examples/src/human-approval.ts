/**
 * A person decides inside a tool. The guest waits at its `await`; nothing of it needs to be saved
 * or resumed. The deadline of the run is also the person's, and a refusal is an error the guest can
 * catch. Here the "person" is a list of answers.
 */
import { ExecuteFailure, QuickJsExecutor, resolveProvider } from "execbox";

const answers = new Map([
  ["refund 40 EUR to ada", true],
  ["refund 9000 EUR to eve", false],
]);

async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  console.log(`? ${question}`);
  signal.throwIfAborted(); // a real one would take the question off the screen when it fires
  return answers.get(question) ?? false;
}

const bank = resolveProvider({
  name: "bank",
  tools: {
    refund: {
      description: "Refunds a customer, once a person has agreed",
      inputSchema: {
        type: "object",
        properties: { customer: { type: "string" }, eur: { type: "number", minimum: 0 } },
        required: ["customer", "eur"],
      },
      annotations: { destructiveHint: true },
      execute: async (input, { signal }) => {
        const { customer, eur } = input as { customer: string; eur: number };
        const question = `refund ${eur} EUR to ${customer}`;
        if (await ask(question, signal)) return { refunded: eur };
        throw new ExecuteFailure("tool_error", `not approved: ${question}`);
      },
    },
  },
});

const executor = new QuickJsExecutor({ timeoutMs: 60_000 });
const result = await executor.execute(
  `
  const done = [];
  for (const [customer, eur] of [["ada", 40], ["eve", 9000]]) {
    try {
      done.push(await bank.refund({ customer, eur }));
    } catch (error) {
      done.push(error.message);
    }
  }
  done
  `,
  [bank],
);
await executor.dispose();
console.log(result.ok ? result.result : result.error);

/* Prints:
? refund 40 EUR to ada
? refund 9000 EUR to eve
[ { refunded: 40 }, 'not approved: refund 9000 EUR to eve' ]
*/
