// technique: a setter on Array.prototype[0] sees assignments into arrays (QuickJS's JSON writer)
// attempts: to be handed the runtime's own arrays and records
// allowed: contained
// doors: both

async () => {
  const seen = new Set();
  for (const index of [0, 1, 2, 3]) {
    Object.defineProperty(Array.prototype, index, { configurable: true, set(value) { seen.add(value); Object.defineProperty(this, index, { value, writable: true, enumerable: true, configurable: true }); } });
  }
  const mine = { a: 1 };
  await tools.echo(mine);
  console.log("line", mine);
  try { await tools.fail({}); } catch {}
  for (const index of [0, 1, 2, 3]) delete Array.prototype[index];
  const foreign = [...seen].filter((value) => typeof value === "function" || (typeof value === "object" && value !== null && value !== mine && value.call !== undefined));
  return foreign.length === 0 ? "contained" : "escaped: saw " + typeof foreign[0];
}
