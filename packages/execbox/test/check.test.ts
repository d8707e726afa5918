// Verifies check.in-words-of-tools, check.reads-no-file.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { resolveProvider } from "@execbox/core";
import { checkCode } from "../src/index.js";
import { folderWith, TOOLS } from "./folder.js";
import { execbox } from "./support.js";

const shop = resolveProvider({
  name: "shop",
  tools: {
    orders: {
      inputSchema: {
        type: "object",
        properties: { customer: { type: "string" } },
        required: ["customer"],
      },
      outputSchema: {
        type: "array",
        items: { type: "object", properties: { total: { type: "number" } }, required: ["total"] },
      },
      execute: () => [],
    },
    save: { execute: () => undefined },
  },
});

async function check(code: string, kind: "snippet" | "module" = "snippet"): Promise<string[]> {
  const problems = await checkCode(code, { providers: [shop], kind });
  return problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

const fine: readonly (readonly [string, string])[] = [
  ["an expression", "(await shop.orders({ customer: 'a' })).length"],
  ["an object literal", "{ a: 1, b: await shop.save() }"],
  [
    "statements",
    "const rows = await shop.orders({ customer: 'a' });\nrows.map((row) => row.total)",
  ],
  ["a function", "async () => { return await shop.save({ any: 'thing' }); }"],
  ["a top-level return", "const x = await shop.save();\nreturn x.whatever;"],
  ["a fence", "Here you are:\n\n```ts\nconst n: number = 1;\nn\n```\n"],
  ["a call as the value", "shop.save({})"],
  ["a chained call", "shop.save({}).catch(() => 0);\n1"],
];

for (const [what, code] of fine) {
  test(`nothing is wrong with ${what}`, async () => {
    assert.deepEqual(await check(code), []);
  });
}

test("each mistake is named in the words of tools, at its place", async () => {
  const problems = await check(
    [
      "const rows = shop.orders({ customer: 'a' });",
      "rows.map((row) => row.total);",
      "await shop.order({ customer: 'a' });",
      "await shop.orders({ customer: 1 });",
      "shop.save({});",
      "await fetch('https://example.org');",
      "await shp.save();",
      "rows",
    ].join("\n"),
  );
  const expected = [
    /^2:6 Property 'map' does not exist on type 'Promise<.*; await is missing: a tool returns a promise$/,
    /^3:12 shop has no tool order; did you mean orders\?$/,
    /^4:21 Type 'number' is not assignable to type 'string'\.$/,
    /^5:1 shop\.save\(\) is not awaited/,
    /^6:7 there is no fetch in the sandbox; .* must come from a tool$/,
    /^7:7 there is no shp here; did you mean shop\?$/,
  ];
  assert.equal(problems.length, expected.length, problems.join("\n"));
  for (const [index, pattern] of expected.entries()) assert.match(problems[index] ?? "", pattern);
});

test("places in a fence are those of the whole text", async () => {
  assert.match(
    (await check("Look:\n```js\nawait shop.sav()\n```")).join(),
    /^3:12 shop has no tool sav/,
  );
});

test("modules are checked with their imports, tools among them", async () => {
  assert.deepEqual(
    await check(
      'import { orders } from "shop";\nexport default (await orders({ customer: "a" })).length;',
      "module",
    ),
    [],
  );
  assert.match(
    (await check('import { order } from "shop";\nexport default order;', "module")).join(),
    /^1:10 shop has no tool order; did you mean orders\?$/,
  );
  const twice = { "./twice.ts": "export const twice = (n: number) => n * 2;" };
  const code = 'import { twice } from "./twice.ts";\nexport default twice("a");';
  const [problem] = await checkCode(code, { kind: "module", modules: twice });
  assert.match(problem?.message ?? "", /'string' is not assignable to parameter of type 'number'/);
});

test("guest text makes the compiler read no file of this machine", async () => {
  const here = new URL("../../package.json", import.meta.url).pathname;
  const imported = await check(
    `import secret from ${JSON.stringify(here)};\nexport default secret.name;`,
    "module",
  );
  assert.match(imported.join("\n"), /Cannot find module/);
  const types = new URL("./support.d.ts", import.meta.url).pathname;
  const referenced = await check(
    `/// <reference path="${types}" />\n/// <reference types="node" />\nexport default process.argv;`,
    "module",
  );
  assert.match(referenced.join("\n"), /there is no process in the sandbox/);
});

test("hostile nesting costs its author a message and nobody else anything", async () => {
  const deep = `${"(".repeat(20_000)}1${")".repeat(20_000)}`;
  await checkCode(deep).catch((error: unknown) => {
    assert.match(String(error), /compiler gave up/);
  });
  assert.deepEqual(await check("1 + 1"), []);
});

test("the command prints problems with a caret and exits with 65, run --check does not run", async (context) => {
  const folder = await folderWith(context, TOOLS);
  const flags = ["--tools", join(folder, "tools.ts")];
  const { code, err } = await execbox(["check", "-e", "await shop.order()", ...flags]);
  assert.equal(code, 65);
  assert.match(
    err,
    /error: shop has no tool order; did you mean orders\?\n {2}at <eval>:1:12\n> 1 \| await shop\.order\(\)\n {4}\| {12}\^/,
  );
  const run = await execbox([
    "run",
    "--check",
    "-e",
    "console.log('ran'); await shop.order()",
    ...flags,
  ]);
  assert.equal(run.code, 65);
  assert.ok(!run.err.includes("ran\n"));
  const good = await execbox([
    "run",
    "--check",
    "-e",
    "await codemode.add({ a: 1, b: 2 })",
    ...flags,
  ]);
  assert.deepEqual(good, { code: 0, out: "3\n", err: "" });
  assert.match((await execbox(["check", "-e", "1"])).out, /no problem found/);
  const json = await execbox(["check", "--json", "-e", "await shop.order()", ...flags]);
  assert.equal(JSON.parse(json.out)[0].line, 1);
});
