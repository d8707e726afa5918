// Verifies mcp.hints.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type FakeTool, serve, text, wrap } from "./support.js";

const files: Record<string, FakeTool> = {
  read_text_file: {
    inputSchema: { properties: { path: { type: "string" } }, required: ["path"] },
    call: ({ path }) => text(`text of ${path}`),
  },
  list_directory: { call: () => text("a\nb") },
  fail: { call: () => ({ ...text("disk on fire"), isError: true }) },
};

const cases: { name: string; code: string; says: (string | RegExp)[] }[] = [
  {
    name: "a misspelt tool",
    code: "const a = 1;\nconst b = await files.read_txt_file({ path: 'x' });",
    says: [
      /^runtime_error: /,
      "2 | const b = await files.read_txt_file({ path: 'x' });",
      "Hint: there is no tool files.read_txt_file; did you mean files.read_text_file?",
    ],
  },
  {
    name: "a part of a tool's name",
    code: "await files.directory({})",
    says: ["did you mean files.list_directory?"],
  },
  {
    name: "no such tool at all",
    code: "await files.teleport({})",
    says: ["there is no tool files.teleport; search for one"],
  },
  {
    name: "a tool without its namespace",
    code: "await list_directory({})",
    says: ["call it as files.list_directory"],
  },
  {
    name: "a misspelt namespace",
    code: "await file.list_directory({})",
    says: ["did you mean files?"],
  },
  { name: "the network", code: "await fetch('http://x')", says: ["there is no network here"] },
  { name: "modules", code: "require('fs')", says: ["there are no modules here"] },
  {
    name: "wrong input",
    code: "await files.read_text_file({ pth: 'x' })",
    says: [
      /^validation_error: Invalid input for files\.read_text_file: .*path/,
      'search for "files.read_text_file"',
    ],
  },
  {
    name: "an upstream's failure",
    code: "await files.fail({})",
    says: [/^tool_error: disk on fire/],
  },
  {
    name: "a syntax error",
    code: "const x = 1;\nconst y = = 2;",
    says: [/^runtime_error: /, "2 | const y = = 2;", /\n {14}\^/],
  },
  {
    name: "a call nobody awaited",
    code: "files.list_directory({}); 1",
    says: [/Note: .*not awaited/],
  },
  {
    name: "no value",
    code: "const x = await files.list_directory({});",
    says: ["Note: the code gave no value"],
  },
  {
    name: "what it logged",
    code: "console.log('here'); throw new Error('no')",
    says: ["Console:\nhere"],
  },
  {
    name: "a value JSON cannot hold",
    code: "({ n: 10n })",
    says: [/^serialization_error: /, "Hint: return plain JSON"],
  },
];

test("each failure says what would help", async (context) => {
  const { run } = await wrap(context, { upstreams: { files: { server: serve(files) } } });
  for (const { name, code, says } of cases) {
    const answer = await run(code);
    for (const part of says) {
      if (typeof part === "string") assert.ok(answer.includes(part), `${name}: ${answer}`);
      else assert.match(answer, part, name);
    }
  }
});

test("the caret stands under the place, also in a long line", async (context) => {
  const { run } = await wrap(context, { upstreams: { files: { server: serve(files) } } });
  const [, line = "", caret = ""] = (await run(`${" ".repeat(300)}nowhere.at.all`)).split("\n");
  assert.equal(line.slice(caret.indexOf("^"), caret.indexOf("^") + 7), "nowhere");
  assert.ok(line.length < 200);
});

test("long results are cut with a word on how to narrow them", async (context) => {
  const { run } = await wrap(context, { server: serve(files) }, { maxTextChars: 1_000 });
  const answer = await run("Array.from({ length: 1000 }, (_, id) => ({ id }))");
  assert.match(answer, /Note: truncated, showing the result: \d+ of 1,000 items\. Return less/);
  assert.ok(answer.length < 1_500);
  assert.doesNotThrow(() => JSON.parse(answer.split("\n")[0] ?? ""));
});

test("a call without code is told what a call looks like", async (context) => {
  const { call } = await wrap(context, { server: serve(files) });
  const { content, isError } = await call("mcp_execute_code", {});
  assert.equal(isError, true);
  assert.match(JSON.stringify(content), /code must be a string with the program to run/);
});
