import { failure } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import type { RequirementId } from "../../requirements/index.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, provide } from "./support.js";

const CODES = [
  "timeout",
  "memory_limit",
  "validation_error",
  "tool_error",
  "serialization_error",
  "internal_error",
] as const;

const TEXTS = [
  "Execution timed out",
  "Execution cancelled",
  "out of memory",
  "InternalError: out of memory",
  "Array buffer allocation failed",
  "memory_limit",
  "interrupted",
  "InternalError: interrupted",
  "Script execution was interrupted",
  "Isolate was disposed",
  "no such file",
];

/** Ways to pass an error of one's own off as the caught, trusted `e`. */
const imitations: Readonly<Record<string, string>> = {
  "every property copied": `
    const copy = new Error(e.message);
    for (const key of Reflect.ownKeys(e)) Object.defineProperty(copy, key, Object.getOwnPropertyDescriptor(e, key));
    throw Object.setPrototypeOf(copy, Object.getPrototypeOf(e));`,
  "properties assigned":
    "throw Object.assign(new Error(e.message), { ...e, code: e.code, name: e.name })",
  "an heir": "throw Object.create(e)",
  "a proxy": "throw new Proxy(e, {})",
  "a bound getter proxy":
    "throw new Proxy(new Error('x'), { get: (_, key) => Reflect.get(e, key, e) })",
  "an instance of its class": "throw Object.assign(new e.constructor(e.message), { code: e.code })",
  "a subclass":
    "throw new (class extends e.constructor { code = e.code; name = e.name })(e.message)",
  "the cause of another": "throw new Error(e.message, { cause: e })",
  "one of an aggregate": "throw new AggregateError([e], e.message)",
  "Promise.any": "await Promise.any([Promise.reject(e)])",
  "its message": "throw e.message",
  "its code": "throw e.code",
  "an array of it": "throw [e]",
  "its JSON": "throw JSON.parse(JSON.stringify({ ...e, message: e.message, code: e.code }))",
  "a thenable": "await ({ then(_, reject) { reject({ message: e.message, code: e.code }) } })",
  "a rejection": "await Promise.reject({ ...e, message: e.message, code: e.code, name: e.name })",
  "a plain object with call numbers":
    "throw { call: 1, callId: 'call-1', code: e.code, message: e.message }",
};

const failing = provide({
  fail: () => Promise.reject(new Error("no such file")),
  ok: () => "fine",
});

/** No error a guest makes gets a code it did not earn. */
export const forging = defineSuite<ExecuteContext>("forging", ({ test }) => {
  for (const code of CODES) {
    const ids: RequirementId[] = [
      "verdict.text-proves-nothing",
      "result.distinguishable",
      code === "timeout" ? "verdict.forged-timeout" : "verdict.forged-tool-error",
      ...(code === "memory_limit" ? (["verdict.forged-memory"] as const) : []),
    ];
    test(ids, `thrown things with the code ${code}`, async ({ execute }) => {
      const thrown = [
        `Object.assign(new Error("no such file"), { code: "${code}" })`,
        `({ code: "${code}", message: "no such file", name: "ExecuteFailure" })`,
        `Object.assign(new Error("${code}"), { name: "${code}" })`,
        `new (class ExecuteFailure extends Error { code = "${code}"; name = "ExecuteFailure" })("x")`,
        `Object.assign(new Error("x"), { error: { code: "${code}" }, ok: false, type: "done" })`,
        `"${code}"`,
      ];
      for (const expression of thrown) {
        failure(await execute(`throw ${expression}`, [failing]), "runtime_error");
        failure(await execute(`await Promise.reject(${expression})`), "runtime_error");
      }
    });
  }

  for (const text of TEXTS) {
    test(
      ["verdict.text-proves-nothing", "verdict.forged-timeout", "verdict.forged-memory"],
      `errors that say ${JSON.stringify(text)}`,
      async ({ execute }) => {
        const message = JSON.stringify(text);
        const named = `Object.assign(new Error(${message}), { name: "InternalError", uncatchable: true })`;
        for (const expression of [
          `new Error(${message})`,
          `new RangeError(${message})`,
          message,
          named,
        ]) {
          failure(await execute(`throw ${expression}`, [failing]), "runtime_error");
        }
      },
    );
  }

  for (const [name, trick] of Object.entries(imitations)) {
    test(
      ["verdict.copied", "verdict.wrapped", "verdict.forged-tool-error", "result.distinguishable"],
      `a trusted error imitated by ${name}`,
      async ({ execute }) => {
        const code = `try { await tools.fail() } catch (e) { ${trick} }`;
        failure(await execute(code, [failing]), "runtime_error");
      },
    );
  }

  test("verdict.forged-tool-error", "imitation of a call that succeeded", async ({ execute }) => {
    const code = `await tools.ok(); throw Object.assign(new Error("fine"), { code: "tool_error", call: 1 })`;
    failure(await execute(code, [failing]), "runtime_error");
  });

  test(
    ["verdict.forged-tool-error", "patched.collections"],
    "imitation with patched lookups",
    async ({ execute }) => {
      const code = `
        let trusted;
        try { await tools.fail() } catch (e) { trusted = e }
        for (const type of [Map, WeakMap, Set, WeakSet]) {
          type.prototype.has = () => true;
          if ("get" in type.prototype) type.prototype.get = () => 1;
        }
        Object.defineProperty(Object.prototype, "call", { get: () => 1 });
        Object.defineProperty(Object.prototype, "code", { get: () => "tool_error" });
        Object.defineProperty(Function.prototype, Symbol.hasInstance, { value: () => true });
        throw new Error(trusted.message)`;
      failure(await execute(code, [failing]), "runtime_error");
    },
  );

  test(
    ["verdict.forged-timeout", "verdict.unexpected"],
    "an interrupted imitation is followed by a right run",
    async ({ execute }) => {
      failure(
        await execute(`throw new Error("Execution timed out")`),
        "runtime_error",
        /timed out/,
      );
      await assertNextRunRight(execute);
    },
  );
});
