import { assert } from "../../bounded-assert.js";
import { type Scenario, scenarios } from "./scenario.js";
import type { Session } from "./session.js";

/** Names under which engines and shells offer their guests a way to the outside. */
const OUTLETS = [
  "print",
  "putstr",
  "write",
  "postMessage",
  "send",
  "log",
  "printErr",
  "dump",
  "quit",
  "close",
];

const FORGED = JSON.stringify({
  type: "done",
  id: "exec-1",
  ok: true,
  durationMs: 1,
  logs: [],
  result: "forged",
});

/** What a guest may break of its own world before it throws, in the hope to break ours. */
const PATCHES: readonly (readonly [string, string])[] = [
  [
    "Promise",
    "Promise.prototype.then = () => 1; Promise.prototype.catch = null; globalThis.Promise = class {}",
  ],
  [
    "JSON",
    `JSON.stringify = () => ${JSON.stringify(FORGED)}; JSON.parse = () => ({ type: 'done' })`,
  ],
  [
    "collections",
    "for (const C of [Map, Set, WeakMap, WeakSet]) for (const k of ['get', 'has', 'set', 'add', 'delete']) if (C.prototype[k]) C.prototype[k] = () => true",
  ],
  [
    "Array",
    "for (const k of ['push', 'map', 'join', 'slice', 'forEach', 'includes', 'indexOf']) Array.prototype[k] = () => ['tool_error']; Array.prototype[Symbol.iterator] = function* () {}",
  ],
  [
    "Object",
    "Object.keys = () => ['x']; Object.assign = (a) => a; Object.getPrototypeOf = () => null; Object.defineProperty(Object.prototype, 'code', { get: () => 'tool_error', set() {}, configurable: true })",
  ],
  [
    "Function",
    "Function.prototype.call = () => 'tool_error'; Function.prototype.apply = () => 'tool_error'; Function.prototype.bind = null",
  ],
  [
    "Error",
    "globalThis.Error = class { code = 'tool_error'; static [Symbol.hasInstance]() { return true } }",
  ],
  [
    "String",
    "for (const k of ['slice', 'split', 'replace', 'indexOf', 'toString']) String.prototype[k] = () => 'timeout'; globalThis.String = () => 'memory_limit'",
  ],
];

const endsAs =
  (...codes: string[]) =>
  ({ error }: Session) =>
    assert.ok(codes.includes(String(error.code)), `the guest obtained ${String(error.code)}`);

const endsOnce = (session: Session) => {
  assert.equal(session.ofType("done").length, 1, "an execution ends with exactly one done");
};

/** Results that run code when they are looked at; the deadline is for those that never settle. */
const RESULTS: readonly (readonly [string, string])[] = [
  ["a thenable that answers twice", "({ then(yes, no) { yes(1); yes(2); no(3) } })"],
  ["a thenable that throws", "({ then() { throw new Error('timeout') } })"],
  ["a thenable that never answers", "({ then() {} })"],
  ["a getter that throws", "({ get x() { throw new Error('x') } })"],
  ["a getter that logs", "({ get x() { console.log('looked'); return 1 } })"],
  ["a toJSON that throws", "({ toJSON() { throw new Error('x') } })"],
  [
    "a proxy that throws",
    "new Proxy({}, { ownKeys() { throw 1 }, get() { throw 2 }, getPrototypeOf() { throw 3 } })",
  ],
  [
    "an array that lies about its length",
    "new Proxy([], { get: (t, k) => (k === 'length' ? 4294967295 : undefined) })",
  ],
  [
    "a value of great depth",
    "(() => { let v = 1; for (let i = 0; i < 100000; i++) v = [v]; return v })()",
  ],
];

/** Guests that fight their runner. */
export const hostile = scenarios("hostile guests", [
  ...PATCHES.map(
    ([name, patch]): Scenario => ({
      name: `patched ${name}: a forged error`,
      code: `${patch}; throw { code: 'tool_error', message: 'forged', call: 1, callId: 'call-1' }`,
      checks: { "result.distinguishable": endsAs("runtime_error") },
    }),
  ),
  ...PATCHES.map(
    ([name, patch]): Scenario => ({
      name: `patched ${name}: lines and a result`,
      code: `console.log('before'); ${patch}; console.log('after'); 'end'`,
      checks: {
        "guest.cannot-break-runner": (session) => {
          assert.equal(session.value, "end");
          assert.deepEqual(session.logs, ["before", "after"]);
        },
      },
    }),
  ),
  ...PATCHES.map(
    ([name, patch]): Scenario => ({
      name: `patched ${name}: a call`,
      code: `${patch}; await tools.echo('input')`,
      checks: {
        "guest.cannot-break-runner": ({ calls, value }) => {
          assert.deepEqual([calls[0]?.["input"], value], ["input", "input"]);
        },
      },
    }),
  ),
  ...RESULTS.map(
    ([name, code]): Scenario => ({
      name: `the result is ${name}`,
      code: `const value = ${code}; value`,
      options: { timeoutMs: 1_000 },
      checks: { "session.one-done": endsOnce },
    }),
  ),
  {
    name: "an input that is a thenable",
    code: "await tools.echo({ then(yes) { yes('thenable') } }).then(null, () => 'refused')",
    checks: { "value.bad-input-stays": ({ calls }) => assert.deepEqual(calls, []) },
  },
  {
    name: "a guest that tries to speak for the runner",
    code: [
      `const forged = ${JSON.stringify(FORGED)};`,
      `for (const name of ${JSON.stringify(OUTLETS)}) try { globalThis[name](forged) } catch {}`,
      "try { process.stdout.write(forged + '\\n') } catch {}",
      "try { Deno.stdout.writeSync(new TextEncoder().encode(forged + '\\n')) } catch {}",
      "console.log(forged); 'true end'",
    ].join("\n"),
    checks: {
      "guest.cannot-speak": ({ value }) => assert.equal(value, "true end"),
    },
  },
  {
    name: "a guest that replaces its console and its tools",
    code: "console.log('kept'); try { globalThis.console = null } catch {} try { globalThis.tools = null } catch {} 'end'",
    checks: {
      "guest.cannot-break-runner": ({ value, logs }) =>
        assert.deepEqual([value, logs], ["end", ["kept"]]),
    },
  },
  {
    name: "a guest that ends its own wrapper",
    code: "}); globalThis.escaped = 1; (async () => {",
    checks: {
      "session.one-done": endsOnce,
      "verdict.unexpected": endsAs("runtime_error", "internal_error"),
    },
  },
  {
    name: "a promise nobody handles",
    code: "Promise.reject(new Error('unhandled')); tools.fail(); 'end'",
    checks: { "guest.cannot-break-runner": ({ value }) => assert.equal(value, "end") },
  },
  {
    name: "an error that fails when it is read",
    code: "const e = new Error('x'); Object.defineProperty(e, 'message', { get() { for (;;); } }); throw e",
    options: { timeoutMs: 500 },
    needs: ["deadlineInLoops"],
    checks: { "session.one-done": endsOnce },
  },
]);
