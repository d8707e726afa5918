// Verifies mcp.search-types.
import assert from "node:assert/strict";
import { test } from "node:test";
import { generateToolDeclaration } from "@execbox/core";
import { type FakeTool, serve, wrap } from "./support.js";

const string = { type: "string" };
const github: Record<string, FakeTool> = {
  create_issue: {
    description: "Creates an issue in a repository.",
    inputSchema: { properties: { title: string, body: string }, required: ["title"] },
  },
  "list-issues": {
    description: "Lists issues. With filters.",
    inputSchema: { properties: { state: string } },
  },
  merge_pull_request: {
    description: "Merges.",
    inputSchema: { properties: { pull_number: { type: "integer" } } },
  },
  getWorkflowRun: { description: "Shows one run of a workflow." },
};
const files: Record<string, FakeTool> = {
  read_text_file: { description: "Reads a file.", inputSchema: { properties: { path: string } } },
  write_file: { description: "Writes a file; raises an issue if it cannot." },
};

const two = () => ({
  upstreams: { github: { server: serve(github) }, files: { server: serve(files) } },
});

const namesIn = (text: string) => [...text.matchAll(/^([\w]+\.[\w$]+)/gm)].map((match) => match[1]);

test("names count more than descriptions, whole words more than beginnings", async (context) => {
  const { search } = await wrap(context, two());
  const cases: [string, string][] = [
    ["create issue", "github.create_issue"],
    ["issues", "github.list_issues"],
    ["read file", "files.read_text_file"],
    ["workflow run", "github.getWorkflowRun"],
    ["pull_number", "github.merge_pull_request"],
    ["files.write_file", "files.write_file"],
    ["list-issues", "github.list_issues"],
    ["merg", "github.merge_pull_request"],
    ["creat isue", "github.create_issue"],
    ["I want to write something into a file", "files.write_file"],
  ];
  for (const [query, first] of cases) {
    assert.equal(namesIn(await search({ query, detail: "names" }))[0], first, query);
  }
});

test("types are exactly those of the tools found", async (context) => {
  const { search } = await wrap(context, two());
  const text = await search({ query: "create_issue", limit: 1 });
  const declaration = generateToolDeclaration(
    "create_issue",
    {
      description: "Creates an issue in a repository.",
      inputSchema: {
        type: "object",
        properties: { title: string, body: string },
        required: ["title"],
      },
    },
    { resultType: () => "CallToolResult" },
  );
  const expected = `declare namespace github {\n${declaration.replace(/^/gm, "  ")}\n}`;
  assert.equal(text.split("\n}")[0], expected.split("\n}")[0]);
  assert.doesNotMatch(text, /list_issues|files/);
});

test("each detail costs more than the one before", async (context) => {
  const { search } = await wrap(context, two());
  const sizes = [];
  for (const detail of ["names", "types", "schemas"]) {
    const text = await search({ query: "", detail });
    for (const name of ["create_issue", "read_text_file"]) assert.ok(text.includes(name));
    sizes.push(text.length);
  }
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => a - b),
  );
  for (const line of (await search({ query: "issue", detail: "schemas" }))
    .split("\n")
    .slice(0, 2)) {
    assert.match(JSON.parse(line).tool, /issue/);
  }
});

test("pages follow each other without gaps", async (context) => {
  const { search } = await wrap(context, two());
  const seen: (string | undefined)[] = [];
  let offset = 0;
  for (let page = 0; page < 10; page++) {
    const text = await search({ query: "", detail: "names", limit: 4, offset });
    seen.push(...namesIn(text));
    const next = /next page: offset (\d+)/.exec(text)?.[1];
    if (next === undefined) break;
    offset = Number(next);
  }
  assert.deepEqual(seen, [
    "github.create_issue",
    "github.list_issues",
    "github.merge_pull_request",
    "github.getWorkflowRun",
    "files.read_text_file",
    "files.write_file",
  ]);
});

test("a search may be kept to one server, by either of its names", async (context) => {
  const { search } = await wrap(context, {
    upstreams: { "my files": { server: serve(files) }, github: { server: serve(github) } },
  });
  for (const server of ["my files", "my_files"]) {
    const found = namesIn(await search({ query: "issue", detail: "names", server }));
    assert.deepEqual(found, ["my_files.write_file"]);
  }
  assert.match(
    await search({ query: "x", server: "githb" }),
    /no server "githb"; did you mean github\?/,
  );
});

test("mistakes in a search say what to write instead", async (context) => {
  const { call, search } = await wrap(context, two());
  const cases: [object, RegExp][] = [
    [{ query: 5 }, /query must be a string/],
    [{ detail: "all" }, /detail must be one of names, types, schemas/],
    [{ limit: 0 }, /limit must be a whole number of at least 1/],
    [{ offset: -1 }, /offset must be/],
  ];
  for (const [input, message] of cases) {
    assert.match(await search(input), message);
    assert.equal((await call("mcp_search_tools", input)).isError, true);
  }
  assert.match(await search({ query: "zzzzzz" }), /^No tool fits/);
  assert.match(await search({ offset: 99 }), /offset 99 is past the end/);
});
