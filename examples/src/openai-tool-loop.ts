/**
 * The tool loop of an OpenAI-style chat API, by hand: messages in, `tool_calls` out, results back
 * as `role: "tool"`. `complete` is a script here; give it the body of a real client's
 * `chat.completions.create` and the loop stays as it is.
 */
import { QuickJsExecutor, resolveProvider } from "execbox";

interface Message {
  role: "system" | "user" | "assistant" | "tool";
  content: string | null;
  tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

const files = new Map([
  ["a.txt", "one two three"],
  ["b.txt", "four five"],
]);
const disk = resolveProvider({
  name: "disk",
  tools: {
    list: { description: "Names of all files", execute: () => [...files.keys()] },
    read: {
      description: "Text of a file",
      inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      outputSchema: { type: "string" },
      execute: (input) => {
        const { name } = input as { name: string };
        const text = files.get(name);
        if (text === undefined)
          throw new Error(`no file ${name}; there are ${[...files.keys()].join(", ")}`);
        return text;
      },
    },
  },
});

const tools = [
  {
    type: "function",
    function: {
      name: "run_code",
      description: `Runs JavaScript. It can call:\n${disk.types}`,
      parameters: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
    },
  },
];

/** A model with a script: it asks for a wrong file first and mends its program. */
async function complete(messages: readonly Message[], _tools: typeof tools): Promise<Message> {
  const turn = messages.filter(({ role }) => role === "assistant").length;
  const call = (code: string): Message => ({
    role: "assistant",
    content: null,
    tool_calls: [
      {
        id: `call_${turn}`,
        type: "function",
        function: { name: "run_code", arguments: JSON.stringify({ code }) },
      },
    ],
  });
  if (turn === 0) return call(`(await disk.read({ name: "c.txt" })).split(" ").length`);
  if (turn === 1) {
    return call(`
      let words = 0;
      for (const name of await disk.list()) words += (await disk.read({ name })).split(" ").length;
      words`);
  }
  return { role: "assistant", content: `There are ${messages.at(-1)?.content} words.` };
}

const executor = new QuickJsExecutor();
const messages: Message[] = [{ role: "user", content: "How many words are in my files?" }];
for (;;) {
  const answer = await complete(messages, tools);
  messages.push(answer);
  if (answer.tool_calls === undefined) break;
  for (const { id, function: called } of answer.tool_calls) {
    const { code } = JSON.parse(called.arguments);
    const result = await executor.execute(code, [disk]);
    const content = JSON.stringify(result.ok ? result.result : result.error);
    messages.push({ role: "tool", tool_call_id: id, content });
    console.log(`run_code: ${content}`);
  }
}
await executor.dispose();
console.log(messages.at(-1)?.content);

/* Prints:
run_code: {"code":"tool_error","message":"no file c.txt; there are a.txt, b.txt"…}
run_code: 5
There are 5 words.
*/
