// Verifies name.mcp-tools, mcp.filters and mcp.read-only.
import assert from "node:assert/strict";
import { test } from "node:test";
import { QuickJsExecutor } from "@execbox/quickjs";
import { codeMcpServer, createToolFilter } from "../src/index.js";
import { connectTo, type FakeTool, serve, text, textOf, until, wrap } from "./support.js";

const tools: Record<string, FakeTool> = {
  read_page: {
    description: "Reads a page.",
    inputSchema: { properties: { id: { type: "string" } }, required: ["id"] },
    annotations: { readOnlyHint: true },
    call: ({ id }) => text(`page ${id}`),
  },
  delete_page: { description: "Deletes a page.", call: () => text("gone") },
};

const namesOf = async (client: { listTools(): Promise<{ tools: { name: string }[] }> }) =>
  (await client.listTools()).tools.map(({ name }) => name);

test("the wrapper tools have their names in each layout", async (context) => {
  const layouts = {
    both: ["mcp_search_tools", "mcp_execute_code", "mcp_code"],
    split: ["mcp_search_tools", "mcp_execute_code"],
    single: ["mcp_code"],
    auto: ["mcp_code"],
  } as const;
  for (const [mode, names] of Object.entries(layouts)) {
    const { client } = await wrap(
      context,
      { server: serve(tools) },
      { mode: mode as keyof typeof layouts },
    );
    assert.deepEqual(await namesOf(client), names, mode);
  }
  const { client } = await wrap(context, { server: serve(tools) });
  assert.deepEqual(await namesOf(client), layouts.both, "the default");
});

test("the single tool carries types and an example that works", async (context) => {
  const { client, call } = await wrap(context, { server: serve(tools) }, { mode: "single" });
  const [tool] = (await client.listTools()).tools;
  assert.match(
    tool?.description ?? "",
    /function read_page\(input: \{ id: string \}\): Promise<CallToolResult>;/,
  );
  const example = /^Example: (.*)$/m.exec(tool?.description ?? "")?.[1] ?? "";
  assert.match(example, /mcp\.read_page\(\{ id \}\)/);
  assert.equal(textOf(await call("mcp_code", { code: example })), '["page a","page b"]');
});

test("a large catalogue is split when it is left to us", async (context) => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`tool_${index}`, {}]));
  const { client } = await wrap(context, { server: serve(many) }, { mode: "auto" });
  assert.deepEqual(await namesOf(client), ["mcp_search_tools", "mcp_execute_code"]);
  const single = await wrap(context, { server: serve(many) }, { mode: "single" });
  const [tool] = (await single.client.listTools()).tools;
  assert.match(tool?.description ?? "", /\/\/ \d+ more tools: mcp\.tool_\d+/);
  assert.ok((tool?.description ?? "").length < 13_000);
});

test("what the wrapper says of itself stays small", async (context) => {
  const { client } = await wrap(context, { server: serve(tools) }, { mode: "split" });
  const size = JSON.stringify((await client.listTools()).tools).length;
  assert.ok(size < 2_000, `${size} characters`);
});

test("names, namespace and server info are the caller's choice", async (context) => {
  const { client, call } = await wrap(
    context,
    { server: serve(tools) },
    {
      mode: "split",
      namespace: "wiki",
      names: { search: "find", execute: "run" },
      serverInfo: { name: "wiki-code", version: "9.9.9" },
    },
  );
  assert.deepEqual(await namesOf(client), ["find", "run"]);
  assert.equal(client.getServerVersion()?.name, "wiki-code");
  const answer = await call("run", { code: "(await wiki.read_page({ id: '7' })).content[0].text" });
  assert.equal(textOf(answer), "page 7");
  await assert.rejects(call("mcp_execute_code", { code: "1" }), /Unknown tool/);
});

test("denied tools are neither listed nor callable", async (context) => {
  const filter = createToolFilter({ deny: ["mcp.delete_*"] });
  const { search, run } = await wrap(context, { server: serve(tools) }, { filter });
  assert.doesNotMatch(await search({ query: "", detail: "schemas" }), /delete_page/);
  assert.match(await run("await mcp.delete_page()"), /there is no tool mcp\.delete_page/);
});

test("read-only leaves the tools annotated as such, and says so of itself", async (context) => {
  const filter = createToolFilter({ readOnly: true });
  const { client, search } = await wrap(
    context,
    { server: serve(tools) },
    { filter, mode: "split" },
  );
  assert.doesNotMatch(await search({}), /delete_page/);
  const hints = (await client.listTools()).tools.map(
    ({ annotations }) => annotations?.readOnlyHint,
  );
  assert.deepEqual(hints, [true, true]);
});

test("globs match server.tool, deny wins, a server alone means all of it", () => {
  const offers = (rules: object, name: string) => {
    const [server = "", tool = ""] = name.split(".");
    return createToolFilter(rules)(server, { name: tool });
  };
  assert.equal(offers({}, "a.b"), true);
  assert.equal(offers({ allow: ["github"] }, "github.x"), true);
  assert.equal(offers({ allow: ["github"] }, "files.x"), false);
  assert.equal(offers({ allow: ["*.get_*"], deny: ["*.get_secret"] }, "a.get_secret"), false);
  assert.equal(offers({ allow: ["*.get_*"] }, "a.GET_x"), true);
  assert.equal(offers({ deny: ["a.?"] }, "a.xy"), true);
  assert.equal(offers({ deny: ["a.(x|y)+"] }, "a.x"), true, "no regular expressions");
  assert.throws(() => createToolFilter({ allow: [" "] }), /must not be empty/);
});

test("clients are told when the catalogue has changed", async (context) => {
  const changing: Record<string, FakeTool> = { first: {} };
  const upstream = serve(changing);
  const { client } = await wrap(context, { server: upstream }, { mode: "single" });
  let told = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    told++;
  });
  await client.listTools();
  changing["second"] = {};
  await upstream.sendToolListChanged();
  await until(() => told > 0, "the notification");
  const [tool] = (await client.listTools()).tools;
  assert.match(tool?.description ?? "", /function second/);
});

test("a client that cancels stops the program and its calls", async (context) => {
  let cancelled = 0;
  let started = 0;
  const hang: FakeTool = {
    call: (_input, signal) => {
      started++;
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          cancelled++;
          reject(new Error("stopped"));
        });
      });
    },
  };
  const { call, run } = await wrap(context, { server: serve({ hang }) });
  const controller = new AbortController();
  const running = call(
    "mcp_execute_code",
    { code: "await mcp.hang()" },
    { signal: controller.signal },
  );
  await until(() => started === 1, "the call");
  controller.abort();
  await assert.rejects(running);
  await until(() => cancelled === 1, "the cancellation upstream");
  assert.equal(await run("1 + 1"), "2");
});

test("closing the wrapper closes what it opened and leaves the executor", async (context) => {
  const executor = new QuickJsExecutor({ pool: { maxSize: 1 } });
  context.after(() => executor.dispose());
  const upstream = serve(tools);
  const server = await codeMcpServer({ server: upstream }, { executor });
  await connectTo(server, context);
  await server.close();
  assert.equal(upstream.transport, undefined);
  const result = await executor.execute("1");
  assert.equal(result.ok, true);
});

test("mistakes of the host are named with their remedy", async () => {
  const executor = { execute: () => Promise.reject(new Error("unused")) };
  const server = serve({});
  const cases: [unknown[], RegExp][] = [
    [[{ server }, {}], /options\.executor must be an Executor, such as a QuickJsExecutor/],
    [
      [{ server }, { executor, mode: "all" }],
      /options\.mode must be "both", "split", "single" or "auto"/,
    ],
    [[{ server }, { executor, names: { run: "x" } }], /options\.names\.run is not an option/],
    [
      [{ server }, { executor, names: { search: "a b" } }],
      /options\.names\.search must be letters/,
    ],
    [
      [{ server }, { executor, maxTextChars: 3 }],
      /options\.maxTextChars must be a whole number of at least 500/,
    ],
    [[{ upstreams: { a: {} } }, { executor }], /source\.upstreams\.a must have exactly one of/],
  ];
  for (const [args, message] of cases) {
    const opened: Promise<unknown> = Reflect.apply(codeMcpServer, undefined, args);
    await assert.rejects(opened, { name: "TypeError", message });
  }
});
