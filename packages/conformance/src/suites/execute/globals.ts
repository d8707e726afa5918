import assert from "node:assert/strict";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { ECMASCRIPT_GLOBALS, FOREIGN_GLOBALS, NEWER_GLOBALS } from "./global-tables.js";
import { echoTools, provide } from "./support.js";

/** Ways to reach a function constructor; `make` is called with source text. */
const constructors = [
  "Function",
  "(text) => new Function(text)",
  "(() => {}).constructor",
  "(async () => {}).constructor",
  "(function* () {}).constructor",
  "(async function* () {}).constructor",
  "(class {}).constructor",
  "Function.prototype.constructor",
  "Object.getPrototypeOf(async () => {}).constructor",
  "Object.getPrototypeOf(function* () {}).constructor",
  "Object.getPrototypeOf(async function* () {}).constructor",
  "Promise.constructor",
  "[].map.constructor",
  "Math.max.constructor",
  "Object.constructor",
  "Symbol.prototype[Symbol.toPrimitive].constructor",
  "Object.getOwnPropertyDescriptor(Map.prototype, 'size').get.constructor",
  "(() => {}).bind().constructor",
  "new Proxy(function () {}, {}).constructor",
  "(text) => Reflect.construct(Function, [text])",
  "(text) => Reflect.construct((async () => {}).constructor, [text])",
  "(text) => new (class extends Function {})(text)",
  "(text) => Function.apply(null, [text])",
  "(text) => Function.bind(null, text)()",
  "console.log.constructor",
  "tools.echo.constructor",
  "(text) => tools.echo(1).then.constructor(text)",
  "Reflect.get(tools, 'echo').constructor",
  "structuredClone.constructor",
  "queueMicrotask.constructor",
];

/** What a guest finds in its global scope, and what it does not. */
export const globals = defineSuite<ExecuteContext>("globals", ({ test }) => {
  test("global.ecmascript", "the language's globals are there", async ({ execute }) => {
    const code = `${JSON.stringify(ECMASCRIPT_GLOBALS)}.filter((name) => !(name in globalThis))`;
    assert.deepEqual(success(await execute(code)), []);
  });

  test(
    ["global.removed", "exec.no-ambient-globals"],
    "nothing of Node, the web or the engine is there",
    async ({ execute }) => {
      const code = `${JSON.stringify(FOREIGN_GLOBALS)}.filter((name) => name in globalThis)`;
      assert.deepEqual(success(await execute(code)), []);
      for (const name of ["process", "require", "setTimeout", "WebAssembly", "Atomics"]) {
        assert.equal(success(await execute(`typeof ${name}`)), "undefined", name);
      }
    },
  );

  test("exec.no-ambient-globals", "nothing can be imported", async ({ execute }) => {
    for (const specifier of [
      "node:fs",
      "fs",
      "./x.js",
      "data:text/javascript,1",
      "https://example.com/x.js",
    ]) {
      failure(await execute(`await import(${JSON.stringify(specifier)})`), "runtime_error");
    }
  });

  test(
    ["global.nothing-of-ours", "global.console"],
    "globalThis holds console, the namespaces and the language",
    async ({ execute }) => {
      const { providers } = echoTools();
      const known = [
        ...ECMASCRIPT_GLOBALS,
        ...NEWER_GLOBALS,
        "console",
        "structuredClone",
        "queueMicrotask",
      ];
      const code = `({
        names: Object.getOwnPropertyNames(globalThis),
        symbols: Object.getOwnPropertySymbols(globalThis).filter((s) => s !== Symbol.toStringTag).map(String),
        above: Object.getOwnPropertyNames(Object.getPrototypeOf(globalThis) ?? {})
          .filter((name) => !(name in {})),
      })`;
      const found = success(await execute(code, providers)) as Record<string, string[]>;
      assert.deepEqual(
        found["names"]?.filter((name) => !known.includes(name)),
        ["tools"],
      );
      assert.deepEqual([found["symbols"], found["above"]], [[], []]);
      assert.equal(success(await execute(`typeof globalThis.console.log`)), "function");
    },
  );

  test("global.no-scope-leak", "the runtime's variables have no name here", async ({ execute }) => {
    const names = [
      ...[
        "host",
        "enter",
        "bridge",
        "primordials",
        "runtime",
        "guest",
        "realm",
        "dispatch",
        "send",
      ],
      ...["call", "calls", "resolve", "reject", "program", "tool", "provider", "providers", "log"],
      ...["exports", "module", "__host", "__execbox", "__dirname", "Enter", "Host", "configure"],
    ];
    const code = `[${names.map((name) => `typeof ${name}`).join(", ")}].filter((type) => type !== "undefined")`;
    assert.deepEqual(success(await execute(code)), []);
    const scope = `[typeof arguments === "undefined" || arguments.length === 0,
      this === undefined || this === globalThis, (() => { try { return f.caller ?? null } catch { return null } function f() {} })()]`;
    assert.deepEqual(success(await execute(scope)), [true, true, null]);
  });

  test("global.eval", "eval throws", async ({ execute }) => {
    for (const code of [`eval("1")`, `(0, eval)("1")`, `globalThis.eval("1")`, `[eval][0]("1")`]) {
      failure(await execute(code), "runtime_error");
    }
  });

  for (const path of constructors) {
    test("global.function-constructors", `${path} makes no code`, async ({ execute }) => {
      const { providers } = echoTools();
      const code = `
        let outcome;
        try { const make = ${path}; outcome = "made " + typeof make("return 1") } catch { outcome = "threw" }
        outcome`;
      assert.equal(success(await execute(code, providers)), "threw");
    });
  }

  test("global.added", "structuredClone and queueMicrotask work", async ({ execute }) => {
    const code = `
      const order = [];
      queueMicrotask(() => order.push("microtask"));
      order.push("now");
      await null;
      const original = { list: [1, { a: "b" }], map: new Map([[1, new Date(5)]]), self: null };
      original.self = original;
      const copy = structuredClone(original);
      let refused; try { structuredClone(() => 1) } catch { refused = true }
      [order, copy.list, copy.list !== original.list, copy.self === copy, copy.map.get(1).getTime(), refused]`;
    assert.deepEqual(success(await execute(code)), [
      ["now", "microtask"],
      [1, { a: "b" }],
      true,
      true,
      5,
      true,
    ]);
  });

  test("global.stack-hooks", "stacks and their hooks give nothing away", async ({ execute }) => {
    const fail = provide({ fail: () => Promise.reject(new Error("no")) });
    const code = `
      const seen = [];
      const keep = (value) => {
        if (typeof value === "function" || (typeof value === "object" && value !== null)) seen.push("object");
        else seen.push(String(value));
      };
      const hook = (_, frames) => {
        for (const frame of frames ?? []) {
          keep(frame.getThis?.()); keep(frame.getFunction?.()); keep(frame.getFileName?.());
        }
        return "hooked";
      };
      try { Error.prepareStackTrace = hook } catch {}
      try { Object.defineProperty(Error, "prepareStackTrace", { value: hook }) } catch {}
      try { Error.stackTraceLimit = 1000 } catch {}
      keep(new Error("mine").stack);
      const holder = {}; Error.captureStackTrace?.(holder); keep(holder.stack);
      try { await tools.fail() } catch (e) { keep(e.stack) }
      try { null.x } catch (e) { keep(e.stack) }
      seen`;
    const seen = success(await execute(code, [fail])) as string[];
    assert.equal(seen.includes("object"), false, `frames gave objects: ${seen}`);
    for (const text of seen)
      assert.doesNotMatch(text, /node:|file:|node_modules|\/packages\/|execbox:runtime/);
  });
});
