import { assert } from "../../bounded-assert.js";
import { answer, answerAll, EXEC, FAILURE, scenarios } from "./scenario.js";

const manifest = (name: string, tools: Record<string, string>) => ({
  name,
  tools: Object.fromEntries(
    Object.entries(tools).map(([safeName, originalName]) => [safeName, { safeName, originalName }]),
  ),
  types: `declare namespace ${name} {}`,
});

/** Namespaces, proxies, pause and resume. */
export const calls = scenarios("calls", [
  {
    name: "one namespace a provider, safe names in it",
    golden: { name: "two-providers" },
    code: "[await firecrawl.scrape_url('a'), await other.scrape_url('b'), typeof empty]",
    providers: [
      manifest("firecrawl", { scrape_url: "scrape-url" }),
      manifest("other", { scrape_url: "scrape url" }),
      manifest("empty", {}),
    ],
    checks: {
      "namespace.per-provider": ({ value }) => assert.deepEqual(value, ["a", "b", "object"]),
      "call.names": ({ calls }) => {
        assert.deepEqual(
          calls.map(({ providerName, safeToolName }) => [providerName, safeToolName]),
          [
            ["firecrawl", "scrape_url"],
            ["other", "scrape_url"],
          ],
        );
      },
    },
  },
  {
    name: "the properties of a namespace",
    code: "[typeof tools.$a_1, typeof tools['b-2'], Object.getOwnPropertyNames(tools).sort()]",
    providers: [manifest("tools", { $a_1: "a.1", b2: "b-2" })],
    checks: {
      "namespace.safe-names": ({ value }) => {
        assert.deepEqual(value, ["function", "undefined", ["$a_1", "b2"]]);
      },
    },
  },
  {
    name: "a call gives a promise",
    code: "const promise = tools.echo(1); const then = typeof promise.then; await promise; then",
    checks: { "tool.returns-promise": ({ value }) => assert.equal(value, "function") },
  },
  {
    name: "a call whose input cannot cross gives a promise too",
    code: "let how = 'promise'; try { tools.echo(() => 1).then(null, () => 1) } catch { how = 'throws' } how",
    checks: { "tool.returns-promise": ({ value }) => assert.equal(value, "promise") },
  },
  {
    name: "only the first argument",
    code: "await tools.echo('first', 'second', { third: true })",
    checks: {
      "tool.only-first-argument": (session) => {
        assert.deepEqual(
          session.calls.map(({ input }) => input),
          ["first"],
        );
        assert.equal(JSON.stringify(session.calls).includes("second"), false);
      },
    },
  },
  {
    name: "calls without an input",
    golden: { name: "undefined" },
    code: "await tools.echo(); await tools.echo(undefined); undefined",
    checks: {
      "tool.omitted-input": ({ calls }) => assert.equal(calls.length, 2),
      "json.missing-input": ({ calls }) => {
        for (const call of calls) assert.equal(call["input"], undefined, "input is not undefined");
      },
      "json.missing-result": ({ done }) => {
        assert.deepEqual([done["ok"], done["result"]], [true, undefined]);
      },
    },
  },
  {
    name: "a tool_result without a result",
    code: "typeof (await tools.echo(1))",
    async play(session) {
      session.resolve(await session.call(0));
      await session.untilDone();
    },
    checks: { "json.missing-tool-result": ({ value }) => assert.equal(value, "undefined") },
  },
  {
    name: "code behind an await waits",
    code: "await tools.echo('a'); await tools.echo('b')",
    async play(session) {
      const first = await session.call(0);
      await session.quiet();
      session.resolve(first, session.calls.length);
      await answerAll(session);
    },
    checks: {
      "tool.suspends": (session) => {
        const seen = session.sent.find(({ type }) => type === "tool_result");
        assert.deepEqual(
          seen && "result" in seen ? seen.result : undefined,
          1,
          "calls before the result",
        );
      },
    },
  },
  {
    name: "a promise is pending until its result is there",
    code: [
      "let state = 'pending';",
      "const slow = tools.hang().then(() => { state = 'settled' });",
      "await tools.echo(1); const before = state;",
      "await tools.echo('go'); await slow; [before, state]",
    ].join("\n"),
    async play(session) {
      const slow = await session.call(0);
      answer(session, await session.call(1));
      const go = await session.call(2);
      session.resolve(slow);
      answer(session, go);
      await session.untilDone();
    },
    checks: {
      "tool.pending-promise": ({ value }) => assert.deepEqual(value, ["pending", "settled"]),
    },
  },
  {
    name: "one call is one message",
    code: "await tools.echo('a'); await tools.echo('a'); 'end'",
    checks: {
      "tool.emits-call": ({ calls }) => {
        assert.deepEqual(
          calls.map(({ input }) => input),
          ["a", "a"],
        );
      },
    },
  },
  {
    name: "the same run goes on after the await",
    code: [
      "const before = { n: 1 }; let count = 0; globalThis.kept = 'kept';",
      "async function step() { const mine = ++count; const got = await tools.echo(mine); return [mine, got, before] }",
      "const [a, b] = await Promise.all([step(), step()]);",
      "const token = String(Math.random()); const back = await tools.echo(token);",
      "const same = a[2] === before && token === back ? 'same' : 'another';",
      "[a[0], b[0], a[1], b[1], count, same, String(globalThis.kept)]",
    ].join("\n"),
    checks: {
      "tool.resumes-same-run": ({ value }) => {
        assert.deepEqual(value, [1, 2, 1, 2, 2, "same", "kept"]);
      },
    },
  },
  {
    name: "aliases, computed names, helpers, generators",
    code: [
      "const { echo } = tools; const key = 'ec' + 'ho'; const alias = tools;",
      "const helper = (f, x) => f(x);",
      "async function* each() { yield await echo(1); yield await tools[key](2) }",
      "const seen = []; for await (const x of each()) seen.push(x);",
      "seen.push(await helper(alias.echo, 3), ...(await Promise.all([4, 5].map((n) => echo(n))))); seen",
    ].join("\n"),
    checks: { "tool.no-rewrite": ({ value }) => assert.deepEqual(value, [1, 2, 3, 4, 5]) },
  },
  {
    name: "calls at once, answered backwards",
    golden: { name: "calls-at-once" },
    code: "const n = [1, 2, 3]; await Promise.all(n.map((i) => tools.echo(i)))",
    async play(session) {
      await session.call(2);
      for (const call of session.calls.toReversed()) session.resolve(call, `${call["input"]}!`);
      await session.untilDone();
    },
    checks: {
      "correlate.call-id": ({ value }) => assert.deepEqual(value, ["1!", "2!", "3!"]),
    },
  },
  {
    name: "fifty calls open at once",
    code: "(await Promise.all(Array.from({ length: 50 }, (_, i) => tools.echo(i)))).length",
    async play(session) {
      await session.call(49);
      for (const call of session.calls) answer(session, call);
      await session.untilDone();
    },
    checks: {
      "session.many-calls": ({ value, calls }) => assert.deepEqual([value, calls.length], [50, 50]),
    },
  },
  {
    name: "a result settles its own call and no other",
    code: [
      "let other = 'pending'; const slow = tools.hang('slow').then((x) => { other = x });",
      "const quick = await tools.echo('quick'); const seen = other; await tools.echo('last'); await slow; [quick, seen, other]",
    ].join("\n"),
    async play(session) {
      const slow = await session.call(0);
      session.resolve(await session.call(1), "for quick");
      const last = await session.call(2);
      session.resolve(slow, "for slow");
      session.resolve(last);
      await session.untilDone();
    },
    checks: {
      "result.correlates": ({ value }) =>
        assert.deepEqual(value, ["for quick", "pending", "for slow"]),
    },
  },
  {
    name: "results nobody waits for",
    golden: { name: "stray-results" },
    code: "[await tools.echo(1), await tools.echo(2)]",
    async play(session) {
      const first = await session.call(0);
      session.send({ type: "tool_result", callId: "nobody", ok: true, result: "stray" });
      session.resolve(first, "one");
      session.resolve(first, "again");
      session.reject(first, FAILURE);
      const second = await session.call(1);
      session.resolve(first, "and again");
      session.resolve(second, "two");
      await session.untilDone();
    },
    checks: { "correlate.settled": ({ value }) => assert.deepEqual(value, ["one", "two"]) },
  },
  {
    name: "a call nobody awaits",
    code: "tools.echo('unawaited'); 'end'",
    checks: { "session.many-calls": ({ value }) => assert.equal(value, "end") },
  },
  {
    name: "a result that is ok",
    code: "await tools.echo({ a: [1, 'two', null] })",
    async play(session) {
      session.resolve(await session.call(0), { deep: [{ b: "x" }], n: -1 });
      await session.untilDone();
    },
    checks: {
      "result.resolves": ({ value }) => assert.deepEqual(value, { deep: [{ b: "x" }], n: -1 }),
    },
  },
  {
    name: "a failed result, caught",
    golden: { name: "caught-failure" },
    code: [
      "let seen;",
      "try { await tools.fail() } catch (e) {",
      "  seen = [String(e.message), String(e.code), String(e instanceof Error || Object.prototype.toString.call(e) === '[object Error]')];",
      "}",
      "seen",
    ].join("\n"),
    checks: {
      "result.message": ({ value }) => assert.equal(Reflect.get(Object(value), 0), FAILURE.message),
      "result.code": ({ value }) => assert.equal(Reflect.get(Object(value), 1), FAILURE.code),
      "result.error-like": ({ value }) => assert.equal(Reflect.get(Object(value), 2), "true"),
    },
  },
  {
    name: "a failed call beside one that succeeds",
    code: "(await Promise.allSettled([tools.fail(), tools.echo(1)])).map((o) => o.status)",
    checks: {
      "result.correlates": ({ value }) => assert.deepEqual(value, ["rejected", "fulfilled"]),
    },
  },
  {
    name: "a message for another execution",
    code: "await tools.echo(1)",
    async play(session) {
      const call = await session.call(0);
      session.cancel(`${EXEC}-other`);
      await session.quiet();
      session.resolve(call, "fine");
      await session.untilDone();
    },
    checks: { "cancel.other-id": ({ value }) => assert.equal(value, "fine") },
  },
]);
