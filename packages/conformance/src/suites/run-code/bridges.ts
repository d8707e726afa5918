import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, errorOf, never, pause, value } from "./support.js";

/** Host functions and promises inside the sandbox. */
export const bridges = defineSuite<CodeContext>("bridges", ({ test }) => {
  test(
    ["sync.value-at-once", "code.cross-functions"],
    "a function that returns a value gives it at once",
    async ({ run }) => {
      const source = `const sum = add(1, 2); const nothing = log("x");
        export default [sum, sum instanceof Promise, nothing, [3, 1, 2].map((n) => add(n, 1))]`;
      const globals = { add: (a: number, b: number) => a + b, log: () => {} };
      assert.deepEqual(value(await run(source, { globals })), [3, false, undefined, [4, 2, 3]]);
    },
  );

  test(
    ["sync.promise", "code.cross-async"],
    "one that returns a promise gives a promise",
    async ({ run }) => {
      const source = `const promise = later("a");
        const order = []; promise.then(() => order.push("settled")); order.push("asked");
        export default [promise instanceof Promise, await promise, order, await quick(), await thenable()]`;
      const globals = {
        later: async (given: string) => pause(10).then(() => given),
        quick: () => Promise.resolve("quick"),
        // biome-ignore lint/suspicious/noThenProperty: what the case is about.
        thenable: () => ({ then: (done: (given: string) => void) => done("thenable") }),
      };
      assert.deepEqual(value(await run(source, { globals })), [
        ...[true, "a", ["asked", "settled"], "quick", "thenable"],
      ]);
    },
  );

  test("code.cross-functions", "arguments arrive as they were given", async ({ run }) => {
    const seen: unknown[][] = [];
    const take = (...args: unknown[]) => {
      seen.push(args);
      return args.length;
    };
    const source =
      "export default [take(), take(undefined), take(1, undefined, [2n]), take(...'abc')]";
    assert.deepEqual(value(await run(source, { globals: { take } })), [0, 1, 3, 3]);
    assert.deepEqual(seen, [[], [undefined], [1, undefined, [2n]], ["a", "b", "c"]]);
  });

  test(
    ["code.cross-functions", "code.cross-promises"],
    "functions and promises cross inside values, in both kinds of answer",
    async ({ run }) => {
      const make = () => ({
        double: (n: number) => n * 2,
        list: [async (n: number) => n * 3],
        map: new Map([["f", () => "mapped"]]),
        promise: Promise.resolve({ again: () => "again" }),
      });
      const source = `
        const use = async (o) => [o.double(2), await o.list[0](2), o.map.get("f")(), (await o.promise).again()];
        export default await Promise.all([use(given), use(make()), use(await makeLater())])`;
      const globals = { given: make(), make, makeLater: async () => make() };
      const expected = [4, 6, "mapped", "again"];
      assert.deepEqual(value(await run(source, { globals })), [expected, expected, expected]);
    },
  );

  for (const kind of ["throws", "rejects"]) {
    test(
      ["code.bridge-error", "code.no-host-stack"],
      `a bridge that ${kind} throws a regular error in the sandbox`,
      async ({ run }) => {
        const fail = (): never => {
          throw Object.assign(new TypeError("no such file"), { secret: "s3cr3t", path: "/etc" });
        };
        const source = `
          const look = (e) => ({
            isError: e instanceof Error, message: e.message, text: String(e),
            stack: String(e.stack), rest: JSON.stringify({ ...e }), cause: typeof e.cause,
          });
          let caught; try { await fail() } catch (e) { caught = look(e) }
          export default caught`;
        const globals = { fail: kind === "throws" ? fail : async () => fail() };
        const caught = value(await run(source, { globals })) as Record<string, string>;
        assert.deepEqual([caught["isError"], caught["message"]], [true, "no such file"]);
        assert.match(String(caught["text"]), /no such file$/);
        assert.doesNotMatch(JSON.stringify(caught), /s3cr3t|node:|file:|conformance|\/packages\//);

        const uncaught = await run("export default async () => { await fail() }", { globals });
        const error = errorOf(uncaught, "error", "no such file");
        assert.doesNotMatch(JSON.stringify(error), /s3cr3t|node:|file:|conformance|\/packages\//);
      },
    );
  }

  test("code.bridge-error", "whatever a bridge throws is an error", async ({ run }) => {
    const thrown = ["text", null, undefined, 0, { message: "an object" }, Symbol("s"), () => 1];
    const fail = (index: number) => {
      throw thrown[index];
    };
    const source = `const outcomes = [];
      for (let i = 0; i < 7; i++) try { fail(i) } catch (e) { outcomes.push([e instanceof Error, typeof e.message]) }
      export default outcomes`;
    const outcomes = value(await run(source, { globals: { fail } }));
    assert.deepEqual(outcomes, Array(7).fill([true, "string"]));
  });

  test("code.cross-no-this", "a bridge gets no this", async ({ run }) => {
    const seen: unknown[] = [];
    function method(this: unknown): void {
      seen.push(this);
    }
    const source = `import * as host from 'host';
      api.method(); host.method(); method.call({ sandbox: 1 }); method.apply([1]); method.bind("x")();
      Reflect.apply(method, new Map(), []);
      export default 1`;
    const options = { globals: { api: { method }, method }, imports: { host: { method } } };
    assert.equal(value(await run(source, options)), 1);
    assert.deepEqual(seen, Array(6).fill(undefined));
  });

  test(
    ["code.cross-no-this", "code.no-implicit-secrets"],
    "a proxy has nothing of the host's function",
    async ({ run }) => {
      const host = Object.assign((n: number) => n, { secret: "s3cr3t" });
      const source = `const own = Reflect.ownKeys(host).filter((key) => key !== "length" && key !== "name");
        let made; try { made = typeof new host(1) } catch (e) { made = e.name }
        export default [made, own, host.secret, Object.getPrototypeOf(host) === Function.prototype,
          /s3cr3t|n\\) =>/.test(String(host)), typeof host.prototype]`;
      const result = value(await run(source, { globals: { host } }));
      assert.deepEqual(result, ["TypeError", [], undefined, true, false, "undefined"]);
    },
  );

  test(
    ["code.after-settlement", "clone.proxies-die"],
    "nothing reaches the host once the run is over",
    async ({ run, start }) => {
      const calls: unknown[] = [];
      const globals = {
        touch: (given: unknown) => calls.push(given),
        wait: () => pause(30),
        never,
      };
      const leftovers = [
        "wait().then(() => touch('late')); export default 1",
        "(async () => { for (;;) { await null; await wait(); touch('loop') } })(); export default 1",
        "wait().finally(() => { report('late'); console.log('late') }); export default 1",
      ];
      for (const source of leftovers) {
        const handle = start(source, { globals, report: (given) => calls.push(given) });
        const result = await handle;
        assert.equal(value(result), 1);
        await pause(80);
        assert.deepEqual([calls, result.reports, handle.reports, result.logs], [[], [], [], []]);
      }
      const ended = start("wait().then(() => touch('late')); await never()", { globals });
      ended.terminate();
      errorOf(await ended, "terminated");
      await pause(80);
      assert.deepEqual(calls, []);
      await assertNextRunRight(run);
    },
  );

  test("code.cross-functions", "many calls in a row stay right", async ({ run }) => {
    const source = `let sum = 0; for (let i = 0; i < 2000; i++) sum += add(i, 1);
      const later = await Promise.all(Array.from({ length: 200 }, (_, i) => addLater(i, 1)));
      export default [sum, later.reduce((a, b) => a + b)]`;
    const add = (a: number, b: number) => a + b;
    const globals = { add, addLater: async (a: number, b: number) => add(a, b) };
    assert.deepEqual(value(await run(source, { globals })), [2_001_000, 20_100]);
  });
});
