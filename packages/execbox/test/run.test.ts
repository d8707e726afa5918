// Verifies cli.exit-codes, cli.caret.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, TOOLS } from "./folder.js";
import { execbox } from "./support.js";

test("an expression prints its value to stdout and nothing else", async () => {
  assert.deepEqual(await execbox(["run", "-e", "[1, 2].map((n) => n * 2)"]), {
    code: 0,
    out: "[ 2, 4 ]\n",
    err: "",
  });
  assert.equal((await execbox(["run", "-e", "'plain text'"])).out, "plain text\n");
  assert.equal((await execbox(["run", "-e", "undefined"])).out, "");
});

test("a snippet comes from a file or from stdin, with TypeScript tools, input and logs", async (context) => {
  const folder = await folderWith(context, {
    ...TOOLS,
    "in.json": '{"customer":"ada"}',
    "report.ts": `const orders: { total: number }[] = await shop.orders(input);
console.log("orders:", orders.length);
await codemode.add({ a: orders[0].total, b: await shop.rate({ currency: "USD" }) })`,
  });
  const flags = ["--tools", join(folder, "tools.ts"), "--input", join(folder, "in.json")];
  const fromFile = await execbox(["run", join(folder, "report.ts"), ...flags]);
  assert.deepEqual(fromFile, { code: 0, out: "40.9\n", err: "orders: 2\n" });
  const stdin = "(await shop.orders(input)).length";
  assert.equal((await execbox(["run", "-", ...flags], { stdin })).out, "2\n");
});

test("a file with import or export is a module: relative imports, reports, its function called", async (context) => {
  const folder = await folderWith(context, {
    ...TOOLS,
    "in.json": '{"customer":"ada"}',
    "lib/twice.ts": "export const twice = (n: number): number => n * 2;",
    "job.ts": `import { orders } from "shop";
import { twice } from "./lib/twice.ts";
report({ step: 1 });
console.log("hello", { a: 1 });
export default async (given: { customer: string }) => twice((await orders(given)).length);
export const other = "chosen";
`,
  });
  const args = ["run", join(folder, "job.ts"), "--tools", join(folder, "tools.ts")];
  const ran = await execbox([...args, "--input", join(folder, "in.json")]);
  assert.deepEqual(ran, { code: 0, out: "4\n", err: 'report: {"step":1}\nhello {"a":1}\n' });
  assert.equal((await execbox([...args, "--export", "other"])).out, "chosen\n");
});

test("a module reads no file above its own folder", async (context) => {
  const folder = await folderWith(context, {
    "secret.ts": "export const secret = 1;",
    "inner/job.ts": 'import { secret } from "../secret.ts"; export default secret;',
  });
  const { code, err } = await execbox(["run", join(folder, "inner/job.ts")]);
  assert.equal(code, 14);
  assert.match(err, /^link_error: .*\.\.\/secret\.ts/);
});

const failures: readonly (readonly [string, number, string, RegExp])[] = [
  [
    "runtime_error",
    1,
    "const x = 1;\n  foo.bar()",
    /ReferenceError: foo is not defined\n {2}at <eval>:2:3\n[\s\S]*> 2 \| {3}foo\.bar\(\)\n {4}\| {3}\^\n/,
  ],
  ["runtime_error", 1, "let a = ;", /SyntaxError[\s\S]*> 1 \| let a = ;\n {4}\| {9}\^\n/],
  ["tool_error", 10, "await shop.refuse()", /no such order/],
  ["tool_error", 10, "export default await shop.refuse()", /no such order/],
  ["validation_error", 11, "await shop.rate({ currency: 'GBP' })", /Invalid input for shop\.rate/],
  [
    "validation_error",
    11,
    "export default await shop.rate({ currency: 'GBP' })",
    /Invalid input for shop\.rate/,
  ],
  ["serialization_error", 12, "new Map()", /Map/],
  ["memory_limit", 13, "const a = []; for (;;) a.push(new Array(10000).fill(1))", /./],
  [
    "link_error",
    14,
    "import x from 'nope'; export default x",
    /nope[\s\S]*> 1 \| import x from 'nope'/,
  ],
  ["timeout", 124, "for (;;);", /Execution timed out/],
  ["timeout", 124, "export default 1; for (;;);", /Execution timed out/],
];

for (const [name, exit, code, message] of failures) {
  test(`${name} ends with exit code ${exit}: ${code.slice(0, 40).replaceAll("\n", " ")}`, async (context) => {
    const folder = await folderWith(context, TOOLS);
    const flags = ["--tools", join(folder, "tools.ts"), "--timeout", "1500ms", "--memory", "16mb"];
    const ran = await execbox(["run", "-e", code, ...flags]);
    assert.equal(ran.code, exit, ran.err);
    assert.equal(ran.out, "");
    assert.match(ran.err, new RegExp(`^${name}: `));
    assert.match(ran.err, message);
  });
}

test("a place in a program with input is the author's", async (context) => {
  const folder = await folderWith(context, { "in.json": "{}" });
  const flags = ["--input", join(folder, "in.json")];
  const { err } = await execbox(["run", "-e", "const a: number = 1;\n   missing()", ...flags]);
  assert.match(err, /at <eval>:2:4\n/);
  const first = await execbox(["run", "-e", "   missing()", ...flags]);
  assert.match(first.err, /at <eval>:1:4\n/);
});

test("--json prints one envelope, for successes and failures", async () => {
  const good = await execbox(["run", "--json", "-e", "console.log('a'); 7"]);
  const { durationMs, ...rest } = JSON.parse(good.out);
  assert.deepEqual(rest, { ok: true, result: 7, logs: ["a"], calls: 0 });
  assert.equal(typeof durationMs, "number");
  assert.equal(good.err, "");
  const bad = await execbox(["run", "--json", "-e", "\n nope()"]);
  assert.equal(bad.code, 1);
  assert.deepEqual(JSON.parse(bad.out).error, {
    code: "runtime_error",
    message: "ReferenceError: nope is not defined",
    line: 2,
    column: 2,
  });
});

test("every placement and no other is accepted", async () => {
  for (const placement of ["inline", "worker", "process"]) {
    assert.equal((await execbox(["run", "-e", "6 * 7", "--placement", placement])).out, "42\n");
  }
  assert.equal((await execbox(["run", "-e", "1", "--placement", "wroker"])).code, 64);
});

test("a live line shows the calls in flight, and nothing of it stays", async (context) => {
  const folder = await folderWith(context, TOOLS);
  const args = ["run", "-e", "await shop.wait(); 'end'", "--tools", join(folder, "tools.ts")];
  const { err, out } = await execbox(args, { tty: true, env: { NO_COLOR: "1" } });
  assert.match(err, /running \d+ ms · shop\.wait \d+/);
  const last = err.lastIndexOf("running");
  assert.ok(err.indexOf("\r\u001b[2K", last) > 0, "the line is taken away");
  assert.match(err, /done in \d+ ms, 1 tool call\n$/);
  assert.equal(out, "end\n");
  const piped = await execbox(args);
  assert.equal(piped.err, "");
});

test("an interrupt stops the program and its tools", async (context) => {
  const folder = await folderWith(context, TOOLS);
  for (const code of ["await shop.wait()", "export default await shop.wait()"]) {
    let interrupt = () => {};
    const onStart = (send: () => void) => {
      interrupt = send;
    };
    const running = execbox(["run", "-e", code, "--tools", join(folder, "tools.ts")], { onStart });
    setTimeout(() => interrupt(), 250);
    const ran = await running;
    assert.equal(ran.code, 130, ran.err);
    assert.match(ran.err, /Execution cancelled/);
  }
});

const refusals: readonly (readonly [string, readonly string[], number, RegExp])[] = [
  ["no program", [], 64, /FILE is missing/],
  ["two programs", ["a.ts", "-e", "1"], 64, /both name a program/],
  ["a file that is not there", ["nowhere.ts"], 66, /cannot read nowhere\.ts/],
  ["tools that are not there", ["-e", "1", "--tools", "nowhere.ts"], 66, /cannot find nowhere\.ts/],
  ["an export of a snippet", ["-e", "1", "--export", "x"], 64, /--export is for modules/],
  ["watching stdin", ["-", "--watch"], 64, /--watch needs a FILE/],
];

for (const [what, args, exit, message] of refusals) {
  test(`run refuses ${what}`, async () => {
    const ran = await execbox(["run", ...args]);
    assert.equal(ran.code, exit);
    assert.match(ran.err, message);
  });
}

test("tool modules that cannot be used say what is wrong with them", async (context) => {
  const folder = await folderWith(context, {
    "none.ts": "export const x = 1;",
    "broken.ts": "export const = 1;",
    "wrong.ts": "export const shop = { tools: { a: {} } };",
    "twice.ts": "export const a = { name: 'shop', tools: {} }; export const shop = { tools: {} };",
    "bad.json": "{",
  });
  const tell = async (...flags: string[]) => {
    const { code, err } = await execbox(["run", "-e", "1", ...flags]);
    return `${code} ${err}`;
  };
  const file = (name: string) => join(folder, name);
  assert.match(await tell("--tools", file("none.ts")), /^65 .*exports no tools/);
  assert.match(await tell("--tools", file("broken.ts")), /^65 .*cannot load .*broken\.ts/);
  assert.match(await tell("--tools", file("wrong.ts")), /^65 .*provider\.tools\.a\.execute/);
  assert.match(await tell("--tools", file("twice.ts")), /^65 .*provider "shop", and there is one/);
  assert.match(await tell("--input", file("bad.json")), /^65 .*bad\.json is not JSON/);
});
