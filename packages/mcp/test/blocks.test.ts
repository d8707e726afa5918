// Verifies mcp.content-blocks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksOfValue } from "../src/answer/blocks-of-value.js";
import { type FakeTool, serve, wrap } from "./support.js";

const PIXEL = "iVBORw0KGgo=";
const image = { type: "image" as const, data: PIXEL, mimeType: "image/png" };
const audio = { type: "audio" as const, data: "UklGRg==", mimeType: "audio/wav" };
const link = { type: "resource_link" as const, uri: "file:///a.txt", name: "a.txt" };
const file = {
  type: "resource" as const,
  resource: { uri: "file:///b.bin", mimeType: "application/x-thing", blob: "AAEC" },
};
const note = { type: "resource" as const, resource: { uri: "file:///c.md", text: "# c" } };

const everything: FakeTool = {
  call: () => ({ content: [{ type: "text", text: "look" }, image, audio, link, file, note] }),
};

test("every kind of block passes through the sandbox and reaches the client as itself", async (context) => {
  const { call } = await wrap(context, { server: serve({ everything }) });
  const all = [{ type: "text", text: "look" }, image, audio, link, file, note];
  for (const code of [
    "await mcp.everything()",
    "(await mcp.everything()).content",
    "const { content } = await mcp.everything(); ({ content })",
  ]) {
    const { content } = await call("mcp_execute_code", { code });
    assert.deepEqual(content, all, code);
  }
  const one = await call("mcp_execute_code", { code: "(await mcp.everything()).content[1]" });
  assert.deepEqual(one.content, [image]);
});

test("media inside other values are taken out of the text", async (context) => {
  const { call } = await wrap(context, { server: serve({ everything }) });
  const { content } = await call("mcp_execute_code", {
    code: "const { content } = await mcp.everything(); ({ title: 'two', shots: [content[1], content[4]] })",
  });
  assert.deepEqual(content, [
    {
      type: "text",
      text: JSON.stringify({
        title: "two",
        shots: [
          "[image image/png, 1 KB, attached as block 2]",
          "[file file:///b.bin, 1 KB, attached as block 3]",
        ],
      }),
    },
    image,
    file,
  ]);
});

test("structured content alone is shown as JSON, an envelope by its content", () => {
  const structured = { content: [], structuredContent: { a: 1 } };
  assert.deepEqual(blocksOfValue(structured, 1_000).blocks, [
    { type: "text", text: '{"content":[],"structuredContent":{"a":1}}' },
  ]);
  const both = { content: [{ type: "text", text: "one" }], structuredContent: { a: 1 } };
  assert.deepEqual(blocksOfValue(both, 1_000).blocks, [{ type: "text", text: "one" }]);
});

test("what only looks like a block is data", () => {
  const values = [
    { type: "image", data: "not base64!", mimeType: "image/png" },
    { type: "image", data: PIXEL, mimeType: "text/html\r\nSet-Cookie: x" },
    { type: "resource", resource: { uri: 5, text: "x" } },
    { type: "text", text: 5 },
    [{ type: "text", text: "a" }, { type: "row" }],
    { content: "not a list" },
    [],
    null,
  ];
  for (const value of values) {
    assert.deepEqual(blocksOfValue(value, 1_000), {
      blocks: [{ type: "text", text: JSON.stringify(value) }],
      cuts: [],
    });
  }
});

test("a guest cannot add members that make clients act", () => {
  const { blocks } = blocksOfValue(
    [
      { ...image, _meta: { "ui/resourceUri": "ui://evil" }, extra: 1 },
      { ...link, _meta: {}, annotations: { audience: ["user", "root"], priority: 9, x: 1 } },
    ],
    1_000,
  );
  assert.deepEqual(blocks, [image, { ...link, annotations: { audience: ["user"] } }]);
});

test("more media than a client can show are counted, not sent", () => {
  const { blocks, cuts } = blocksOfValue(
    Array.from({ length: 40 }, () => image),
    1_000,
  );
  assert.equal(blocks.filter(({ type }) => type === "image").length, 16);
  assert.match(cuts.join(), /media/);
});

test("no answer is so large that a client hangs up", async (context) => {
  const { call } = await wrap(context, { server: serve({ everything }) });
  const programs = [
    "({ type: 'image', data: 'A'.repeat(9_000_000), mimeType: 'image/png' })",
    "({ shots: Array.from({ length: 3 }, () => ({ type: 'image', data: 'A'.repeat(3_000_000), mimeType: 'image/png' })) })",
    "Array.from({ length: 50_000 }, (_, n) => ({ type: 'resource_link', uri: 'file:///' + n, name: 'x' }))",
    "Array.from({ length: 50_000 }, () => ({ type: 'image', data: 'AAAA', mimeType: 'image/png' }))",
    "[{ type: 'resource_link', uri: 'x'.repeat(9_000_000), name: 'x' }]",
    "({ f: { type: 'resource', resource: { uri: 'x'.repeat(9_000_000), blob: 'AAAA' } } })",
    "[{ type: 'resource', resource: { uri: 'x'.repeat(9_000_000), text: 'y' } }]",
    "console.log('z'.repeat(60_000)); throw new Error('w'.repeat(5_000_000))",
    "for (let n = 0; n < 50; n++) Promise.reject(new Error('v'.repeat(100_000))); await null; 1",
  ];
  for (const code of programs) {
    const answer = JSON.stringify(await call("mcp_execute_code", { code }));
    assert.ok(answer.length < 7_000_000, `${answer.length}: ${code}`);
    assert.match(answer, /truncated|left out|more characters|Note/, code);
  }
});

test("texts of an envelope share the room", () => {
  const long = { type: "text", text: "x".repeat(5_000) };
  const { blocks, cuts } = blocksOfValue({ content: [long, image, long, long] }, 6_000);
  const chars = blocks.reduce(
    (sum, block) => sum + (block.type === "text" ? block.text.length : 0),
    0,
  );
  assert.ok(chars <= 6_200, String(chars));
  assert.notEqual(cuts.length, 0);
  assert.ok(blocks.some(({ type }) => type === "image"));
});
