import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import type { RequirementId } from "../../requirements/index.js";
import { defineSuite } from "../../verify.js";
import { CAUGHT, errorOf, value } from "./support.js";
import { crossings, refusedFromGuest, refusedFromHost } from "./value-tables.js";

/** Which values cross, in every direction, and which do not. */
export const codeValues = defineSuite<CodeContext>("values", ({ test }) => {
  for (const { id, code, make, holds } of crossings) {
    const check = holds ?? `v === ${code}`;

    test(both(id), `${code} crosses from the guest`, async ({ run }) => {
      const seen: unknown[] = [];
      const result = await run(
        `const v = ${code}; take(v, [v]); report(v); export default { inside: v }`,
        { globals: { take: (...args: unknown[]) => void seen.push(...args) }, report: () => {} },
      );
      assertSame(value(result), { inside: make() });
      assertSame(seen, [make(), [make()]]);
      assertSame(result.reports, [make()]);
    });

    test(both(id), `${code} crosses from the host`, async ({ run }) => {
      const source = `import { v as imported } from 'host';
        const holds = (v) => ${check};
        export default async (v) =>
          [v, global, imported, give(), await giveLater(), inside.v].map((v) => holds(v))`;
      const result = await run(source, {
        imports: { host: { v: make() } },
        globals: {
          global: make(),
          give: make,
          giveLater: async () => make(),
          inside: { v: make() },
        },
        execute: { args: [make()] },
      });
      assert.deepEqual(value(result), Array(6).fill(true));
    });
  }

  test(
    ["code.cross-mutation", "code.cross-structures", "code.no-shared-memory"],
    "a change on one side is not seen on the other",
    async ({ run }) => {
      const host = { list: [1], map: new Map([["k", 1]]), bytes: new Uint8Array([1]) };
      const kept: { list: number[] }[] = [];
      const source = `
        given.list.push(2); given.map.set("k", 2); given.bytes[0] = 2;
        const mine = { list: [1] }; keep(mine); mine.list.push(2); change();
        const back = echo(given); back.list.push(3);
        export default [given.list, given.map.get("k"), given.bytes[0], mine.list, given.list === back.list]`;
      const globals = {
        given: host,
        keep: (sent: { list: number[] }) => void kept.push(sent),
        change: () => void kept[0]?.list.push(99),
        echo: (sent: unknown) => sent,
      };
      assert.deepEqual(value(await run(source, { globals })), [[1, 2], 2, 2, [1, 2], false]);
      assert.deepEqual(host, { list: [1], map: new Map([["k", 1]]), bytes: new Uint8Array([1]) });
      assert.deepEqual(kept, [{ list: [1, 99] }]);
    },
  );

  test("clone.identity", "cycles and repeated references keep their shape", async ({ run }) => {
    const shared = { n: 1 };
    const host: Record<string, unknown> = { a: shared, b: shared, list: [shared] };
    host["self"] = host;
    const map = new Map<unknown, unknown>();
    map.set("map", map);
    const source = `
      const arrived = [given.a === given.b, given.list[0] === given.a, given.self === given, map.get("map") === map];
      const one = { n: 1 }; const ring = { one, two: one, list: [one] }; ring.ring = ring;
      export default { arrived, ring }`;
    const result = value(await run(source, { globals: { given: host, map } })) as {
      arrived: unknown;
      ring: Record<"one" | "two" | "ring", unknown> & { list: unknown[] };
    };
    assert.deepEqual(result.arrived, [true, true, true, true]);
    const { ring } = result;
    assert.deepEqual(
      [ring.one === ring.two, ring.list[0] === ring.one, ring.ring === ring],
      [true, true, true],
    );
  });

  test(
    ["clone.blobs", "code.cross-binary", "clone.identity"],
    "views of one buffer stay views of one buffer, and only their bytes go along",
    async ({ run }) => {
      const buffer = new ArrayBuffer(8);
      const [all, half] = [new Uint8Array(buffer), new Uint8Array(buffer, 4, 2)];
      const pooled = Buffer.from("small").subarray(1, 3);
      const source = `half[0] = 7;
        export default [all[4], half.byteOffset, all.buffer === half.buffer, pooled.join(), pooled.buffer.byteLength < 100]`;
      const result = await run(source, { globals: { all, half, pooled } });
      assert.deepEqual(value(result), [7, 4, true, "109,97", true]);
      assert.equal(all[4], 0);
    },
  );

  test("clone.blobs", "ten million bytes cross there and back", async ({ run }) => {
    const bytes = new Uint8Array(10_000_000).map((_, index) => index * 31);
    const source = "export default (bytes) => { bytes[0] = 200; return bytes }";
    const result = await run(source, { execute: { args: [bytes] } });
    const back = value(result) as Uint8Array;
    assert.deepEqual([back.length, back[0], back[1]], [10_000_000, 200, 31]);
    assert.equal(Buffer.compare(back.subarray(1), bytes.subarray(1)), 0);
    assert.equal(bytes[0], 0);
  });

  for (const [code, reason] of refusedFromGuest) {
    test(
      ["code.cross-refused", "clone.error-path", "clone.no-guest-functions"],
      `${code} does not cross from the guest`,
      async ({ run }) => {
        const result = await run(`export default { outer: [0, { inner: ${code} }] }`);
        const error = errorOf(result, "error", /result\.outer\[1\]\.inner/);
        assert.equal(error.name, "SerializationError");
        assert.match(error.message, reason);

        const seen: unknown[] = [];
        const source = `const outcomes = [];
          for (const send of [take, report, later])
            try { send({ list: [${code}] }); outcomes.push("sent") } catch (e) { outcomes.push(${CAUGHT}) }
          export default outcomes`;
        const take = (sent: unknown) => seen.push(sent);
        const caught = await run(source, {
          globals: { take, later: async (sent: unknown) => take(sent) },
          report: take,
        });
        for (const [isError, name, message] of value(caught) as [boolean, string, string][]) {
          assert.deepEqual([isError, name], [true, "SerializationError"]);
          assert.match(message, /list\[0\]/);
        }
        assert.deepEqual([seen, caught.reports], [[], []]);
      },
    );
  }

  for (const [name, make] of Object.entries(refusedFromHost)) {
    test(
      ["code.cross-refused", "clone.error-path"],
      `${name} of the host does not cross`,
      async ({ run, startAnything }) => {
        const refusals: [options: unknown, path: RegExp][] = [
          [{ globals: { x: { y: [make()] } } }, /globals\.x\.y\[0\]/],
          [{ imports: { host: { x: make() } } }, /imports\.host\.x/],
          [{ execute: { args: [1, make()] } }, /args\[1\]/],
        ];
        for (const [options, path] of refusals) {
          assert.throws(() => startAnything("export default 1", options), {
            name: "SerializationError",
            message: path,
          });
        }
        const source = `const outcomes = [];
          for (const ask of [give, giveLater])
            try { await ask(); outcomes.push("given") } catch (e) { outcomes.push(${CAUGHT}) }
          export default outcomes`;
        const give = () => ({ x: make() });
        const globals = { give, giveLater: async () => give() };
        for (const caught of value(await run(source, { globals })) as [boolean, string, string][]) {
          assert.deepEqual(caught.slice(0, 2), [true, "SerializationError"]);
          assert.match(caught[2], /\.x\b/);
        }
      },
    );
  }
});

/** Every kind of the document's table is also one that structured clone knows. */
function both(id: RequirementId): RequirementId[] {
  return [...new Set([id, "clone.kinds" as const])];
}

/** Equal to the last bit: `-0` is not `0`, and an error is known by its kind and its message. */
function assertSame(actual: unknown, expected: unknown): void {
  assert.deepEqual(withoutStacks(actual), withoutStacks(expected));
}

function withoutStacks(given: unknown): unknown {
  // No invalid date equals another, says Node.
  if (given instanceof Date && Number.isNaN(given.getTime())) return "an invalid date";
  if (given instanceof Error) return [given.constructor.name, given.name, given.message];
  if (Array.isArray(given) && given.some((item) => typeof item === "object")) {
    return given.map(withoutStacks);
  }
  if (typeof given === "object" && given !== null && "inside" in given) {
    return { inside: withoutStacks(given.inside) };
  }
  return given;
}
