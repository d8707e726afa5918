/**
 * An agent of the Vercel AI SDK with one tool: run code. Instead of one round trip for each tool
 * call, the model writes a program that makes them all. The model here is the SDK's mock with a
 * script, so that the example runs offline; put a real one in its place and nothing else changes.
 */
import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { QuickJsExecutor, resolveProvider } from "execbox";
import { z } from "zod";

const team = resolveProvider({
  name: "team",
  tools: {
    members: {
      description: "Names of everybody in the team",
      outputSchema: z.array(z.string()),
      execute: () => ["ada", "bob", "eve"],
    },
    expenses: {
      description: "What a member has spent, in EUR",
      inputSchema: z.object({ member: z.string() }),
      outputSchema: z.number(),
      execute: (input) => ({ ada: 120, bob: 80, eve: 300 })[(input as { member: "ada" }).member],
    },
  },
});

const executor = new QuickJsExecutor();

const runCode = tool({
  description: `Runs JavaScript and returns the value of its last expression. It can call:\n${team.types}`,
  inputSchema: z.object({ code: z.string() }),
  execute: async ({ code }, { abortSignal }) => {
    const result = await executor.execute(code, [team], {
      timeoutMs: 10_000,
      ...(abortSignal === undefined ? {} : { signal: abortSignal }),
    });
    // Failures go back to the model too: with line and column it mends its program.
    return result.ok ? { result: result.result, logs: result.logs } : { error: result.error };
  },
});

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const script = `
  const members = await team.members();
  const spent = await Promise.all(members.map((member) => team.expenses({ member })));
  members.map((name, i) => ({ name, spent: spent[i] })).filter(({ spent }) => spent > 100)`;
const model = new MockLanguageModelV3({
  doGenerate: [
    {
      content: [
        {
          type: "tool-call",
          toolCallId: "1",
          toolName: "runCode",
          input: JSON.stringify({ code: script }),
        },
      ],
      finishReason: { unified: "tool-calls", raw: undefined },
      usage,
      warnings: [],
    },
    {
      content: [{ type: "text", text: "Ada and Eve have spent more than 100 EUR." }],
      finishReason: { unified: "stop", raw: undefined },
      usage,
      warnings: [],
    },
  ],
});

const { text, steps } = await generateText({
  model,
  tools: { runCode },
  stopWhen: stepCountIs(5),
  prompt: "Who has spent more than 100 EUR?",
});
await executor.dispose();

for (const { toolResults } of steps) {
  for (const { output } of toolResults) console.log(JSON.stringify(output));
}
console.log(text);

/* Prints:
{"result":[{"name":"ada","spent":120},{"name":"eve","spent":300}],"logs":[]}
Ada and Eve have spent more than 100 EUR.
*/
