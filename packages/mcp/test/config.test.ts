// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how these files spell variables
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientSnippets, readMcpConfig } from "../src/index.js";

const read = (servers: object, env = {}) =>
  readMcpConfig(JSON.stringify({ mcpServers: servers }), env);

test("the table of desktop clients is read, with variables", () => {
  const { servers } = read(
    {
      files: {
        command: "npx",
        args: ["-y", "server", "${HOME}/docs"],
        env: { KEY: "${KEY}" },
        cwd: "/tmp",
      },
      docs: {
        url: "https://${HOST:-docs.example}/mcp",
        headers: { Authorization: "Bearer ${env:KEY}" },
      },
      old: { type: "sse", url: "http://localhost:1/sse" },
      kept: { command: "x", autoApprove: ["a"], timeout: 5 },
    },
    { HOME: "/home/me", KEY: "k-123" },
  );
  assert.deepEqual(servers, {
    files: {
      command: "npx",
      args: ["-y", "server", "/home/me/docs"],
      env: { KEY: "k-123" },
      cwd: "/tmp",
    },
    docs: { url: "https://docs.example/mcp", headers: { Authorization: "Bearer k-123" } },
    old: { url: "http://localhost:1/sse", type: "sse" },
    kept: { command: "x" },
  });
});

test("VS Code's spelling of the table is read as well", () => {
  const text = JSON.stringify({ servers: { a: { type: "stdio", command: "a" } } });
  assert.deepEqual(readMcpConfig(text).servers, { a: { command: "a" } });
});

test("we do not start ourselves, nor what is disabled", () => {
  const { servers, skipped } = read({
    npx: { command: "npx", args: ["-y", "execbox", "mcp", "--config", "x"] },
    pinned: { command: "npx", args: ["-y", "execbox@1.2.3", "mcp"] },
    direct: { command: "/usr/bin/execbox", args: ["mcp"] },
    off: { command: "x", disabled: true },
    other: { command: "execbox-tools", args: ["mcp"] },
  });
  assert.deepEqual(Object.keys(servers), ["other"]);
  assert.equal(skipped.length, 4);
});

test("mistakes name their place and the remedy, and never a secret's value", () => {
  const cases: [() => unknown, RegExp][] = [
    [() => readMcpConfig("{"), /it is not JSON: /],
    [() => readMcpConfig("{}"), /it has no "mcpServers"/],
    [() => read({ a: 5 }), /mcpServers\.a must be an object, got 5/],
    [() => read({ a: {} }), /mcpServers\.a needs a command or a url/],
    [() => read({ a: { command: 5 } }), /mcpServers\.a\.command must be a string/],
    [() => read({ a: { command: "x", args: "y" } }), /mcpServers\.a\.args must be an array/],
    [() => read({ a: { command: "x", env: { K: 1 } } }), /mcpServers\.a\.env\.K must be a string/],
    [() => read({ a: { command: "${NOPE}" } }), /needs the variable NOPE, which is not set/],
    [
      () => read({ a: { command: "${input:token}" } }),
      /only \$\{NAME\} and \$\{NAME:-default\} are known/,
    ],
    [() => read({ a: { url: "ftp://x" } }), /mcpServers\.a\.url must be an http or https address/],
  ];
  for (const [attempt, message] of cases) assert.throws(attempt, { name: "TypeError", message });
});

test("snippets are JSON a client can take and commands a shell can", () => {
  const text = clientSnippets({
    command: "npx",
    args: ["-y", "execbox", "mcp", "--deny", "*.it's"],
  });
  for (const [json] of text.matchAll(/^\{[\s\S]*?^\}/gm))
    assert.doesNotThrow(() => JSON.parse(json));
  assert.match(text, /claude mcp add execbox -- npx -y execbox mcp --deny '\*\.it'\\''s'/);
  const http = clientSnippets({ url: "http://127.0.0.1:3333/mcp", hasToken: true });
  assert.match(
    http,
    /claude mcp add --transport http execbox http:\/\/127\.0\.0\.1:3333\/mcp --header/,
  );
  assert.match(http, /"Authorization": "Bearer YOUR_TOKEN"/);
});
