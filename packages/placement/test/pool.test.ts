// Verifies wall.pool-bounds, wall.pool-fair, wall.pool-back-off.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Pool, type PoolOptions } from "../src/index.js";

interface Thing {
  id: number;
  usable: boolean;
  stillborn: boolean;
}

/** A pool of things that break when told to. */
function makePool(options: Partial<PoolOptions> = {}, create?: () => Promise<Thing>) {
  const alive = new Set<Thing>();
  let made = 0;
  const pool = new Pool<Thing>(
    {
      create: async () => {
        const thing = (await create?.()) ?? { id: 0, usable: true, stillborn: false };
        thing.id = ++made;
        alive.add(thing);
        return thing;
      },
      destroy: (thing) => void alive.delete(thing),
      isUsable: (thing) => thing.usable,
      isStillborn: (thing) => thing.stillborn,
    },
    { maxSize: 2, minSize: 0, idleTimeoutMs: 60_000, ...options },
  );
  return { pool, alive, made: () => made };
}

describe("pool", () => {
  test("no more than maxStarting are in the making at once", async () => {
    let making = 0;
    let most = 0;
    const { pool, made } = makePool({ maxSize: 50, maxStarting: 3 }, async () => {
      making++;
      most = Math.max(most, making);
      await new Promise((resolve) => setTimeout(resolve, 1));
      making--;
      return { id: 0, usable: true, stillborn: false };
    });
    await Promise.all(Array.from({ length: 20 }, () => pool.acquire()));
    assert.deepEqual([made(), most], [20, 3]);
    await pool.dispose();
  });

  test("things are made when wanted, lent again, and never more than maxSize", async () => {
    const { pool, made } = makePool();
    const [first, second] = await Promise.all([pool.acquire(), pool.acquire()]);
    let third: Thing | undefined;
    const waiting = pool.acquire().then((thing) => {
      third = thing;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(third, undefined);
    pool.release(second as Thing);
    await waiting;
    assert.equal(third, second);
    assert.equal(made(), 2);
    pool.release(first as Thing);
    await pool.dispose();
  });

  test("whoever waits longest is served first", async () => {
    const { pool } = makePool({ maxSize: 1 });
    const held = await pool.acquire();
    const order: number[] = [];
    const waiters = [1, 2, 3].map(async (number) => {
      const thing = await pool.acquire();
      order.push(number);
      pool.release(thing);
    });
    pool.release(held);
    await Promise.all(waiters);
    assert.deepEqual(order, [1, 2, 3]);
    await pool.dispose();
  });

  test("a broken thing is ended and replaced for whoever waits", async () => {
    const { pool, alive, made } = makePool({ maxSize: 1 });
    const held = await pool.acquire();
    const next = pool.acquire();
    held.usable = false;
    pool.release(held);
    const other = await next;
    assert.notEqual(other, held);
    assert.equal(made(), 2);
    assert.deepEqual([...alive], [other]);
    pool.release(other);
    await pool.dispose();
  });

  test("a thing that broke while idle is not lent", async () => {
    const { pool, alive } = makePool();
    const first = await pool.acquire();
    pool.release(first);
    first.usable = false;
    const second = await pool.acquire();
    assert.notEqual(first, second);
    assert.equal(alive.has(first), false);
    pool.release(second);
    await pool.dispose();
  });

  test("what cannot be made is tried again with growing pauses, then reported", async () => {
    const attempts: number[] = [];
    const { pool } = makePool({}, async () => {
      attempts.push(performance.now());
      throw new Error("no such engine");
    });
    await assert.rejects(pool.acquire(), /no such engine/);
    assert.ok(attempts.length >= 3 && attempts.length <= 6, `${attempts.length} attempts`);
    const pauses = attempts.slice(1).map((at, index) => at - attempts[index]!);
    assert.ok(pauses.at(-1)! > pauses[0]! * 2, pauses.join(" "));
    await pool.dispose();
  });

  test("things that die before they served do not start a storm", async () => {
    const { pool, made } = makePool({ maxSize: 4 }, async () => ({
      id: 0,
      usable: false,
      stillborn: true,
    }));
    const serve = async () => {
      try {
        pool.release(await pool.acquire());
      } catch {}
    };
    const until = performance.now() + 300;
    while (performance.now() < until)
      await Promise.race([serve(), new Promise((r) => setTimeout(r, 50))]);
    assert.ok(made() < 20, `${made()} made in 300 ms`);
    await pool.dispose();
  });

  test("idle things beyond minSize are ended after a while", async () => {
    const { pool, alive } = makePool({ maxSize: 3, minSize: 1, idleTimeoutMs: 20 });
    const things = await Promise.all([pool.acquire(), pool.acquire(), pool.acquire()]);
    for (const thing of things) pool.release(thing);
    assert.equal(alive.size, 3);
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.equal(alive.size, 1);
    await pool.dispose();
  });

  test("an aborted wait leaves the queue", async () => {
    const { pool } = makePool({ maxSize: 1 });
    const held = await pool.acquire();
    const controller = new AbortController();
    const aborted = pool.acquire(controller.signal);
    const patient = pool.acquire();
    controller.abort();
    await assert.rejects(aborted, /aborted/);
    pool.release(held);
    assert.equal(await patient, held);
    await pool.dispose();
  });

  test("prewarm makes things ready; dispose ends them all and refuses more", async () => {
    const { pool, alive } = makePool({ maxSize: 3 });
    await pool.prewarm(2);
    assert.equal(alive.size, 2);
    const lent = await pool.acquire();
    const waiting = pool.acquire();
    const third = await waiting;
    const late = pool.acquire();
    late.catch(() => {});
    await pool.dispose();
    assert.equal(alive.size, 0);
    await assert.rejects(pool.acquire(), /disposed/);
    pool.release(lent);
    pool.release(third);
  });
});
