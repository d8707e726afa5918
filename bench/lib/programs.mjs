// Guest programs. The longer ones are real functions, so that they are formatted and checked like
// everything else; their text is what crosses.

/** A program that is one expression. */
export function expression(text, tools) {
  return { kind: "expression", text, tools };
}

/** A program that calls `guest(tools)`, which may be async. */
export function calling(guest, tools) {
  const call = tools === undefined ? "()" : "(tools)";
  return { kind: "body", text: `return await (${guest})${call};`, tools };
}

/** Forty lines over a small table, as a model writes them: parse, join, group, sort, format. */
export function dataScript() {
  const regions = { n: "North", s: "South", e: "East", w: "West" };
  const csv = Array.from({ length: 60 }, (_, index) => {
    const region = "nsew"[index % 4];
    const quantity = ((index * 37) % 11) + 1;
    const price = (((index * 53) % 97) + 3) / 4;
    return `${1000 + index},${region},item-${index % 7},${quantity},${price}`;
  }).join("\n");

  const orders = csv.split("\n").map((line) => {
    const [id, region, item, quantity, price] = line.split(",");
    return { id: Number(id), region, item, quantity: Number(quantity), price: Number(price) };
  });

  const byRegion = new Map();
  for (const order of orders) {
    const entry = byRegion.get(order.region) ?? { revenue: 0, orders: 0, items: new Set() };
    entry.revenue += order.quantity * order.price;
    entry.orders += 1;
    entry.items.add(order.item);
    byRegion.set(order.region, entry);
  }

  const summary = [...byRegion]
    .map(([region, { revenue, orders: count, items }]) => ({
      region: regions[region],
      revenue: Math.round(revenue * 100) / 100,
      average: Math.round((revenue / count) * 100) / 100,
      items: [...items].sort(),
    }))
    .sort((left, right) => right.revenue - left.revenue);

  const best = orders.reduce((top, order) =>
    order.quantity * order.price > top.quantity * top.price ? order : top,
  );
  const label = best.item.replace(/-(\d+)$/, (_, number) => ` no. ${number}`);
  const copy = JSON.parse(JSON.stringify(summary));
  return { summary: copy, best: `${label} in ${regions[best.region]}`, total: orders.length };
}

/** A sieve and a small n-body simulation: integers, floats, property access, calls. */
export function cpuKernel() {
  const size = 150_000;
  const sieve = new Uint8Array(size + 1);
  let primes = 0;
  for (let number = 2; number <= size; number++) {
    if (sieve[number] === 1) continue;
    primes += 1;
    for (let multiple = number * 2; multiple <= size; multiple += number) sieve[multiple] = 1;
  }
  const bodies = [];
  for (let index = 0; index < 5; index++) {
    bodies.push({ x: index * 3, y: index * index, vx: 0, vy: 0, mass: index + 1 });
  }
  const pull = (from, to) => {
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const distance = Math.sqrt(dx * dx + dy * dy + 0.5);
    const force = (to.mass * 0.001) / (distance * distance * distance);
    from.vx += dx * force;
    from.vy += dy * force;
  };
  for (let step = 0; step < 3_000; step++) {
    for (const from of bodies) for (const to of bodies) if (from !== to) pull(from, to);
    for (const body of bodies) {
      body.x += body.vx;
      body.y += body.vy;
    }
  }
  const drift = bodies.reduce((sum, body) => sum + body.x + body.y, 0);
  return { primes, drift: Math.round(drift * 1e6) };
}

/** Allocates small arrays and keeps them all, until somebody says stop. */
export function memoryBomb() {
  const held = [];
  for (;;) held.push(new Array(1_000).fill(held.length));
}

/** Calls `tools.add` one after the other. */
export function sequentialCalls(count) {
  const text = `let total = 0;
for (let index = 0; index < ${count}; index++) total = await tools.add({ a: total, b: 2 });
return total;`;
  return { kind: "body", text, tools: { add: ADD } };
}

/** A host tool: what it is called with, in order, and what it does. */
export const ADD = { params: ["a", "b"], execute: async ({ a, b }) => a + b };
