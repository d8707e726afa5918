// technique: accessors under the numbers that calls are kept by
// attempts: to read or forge the record of call 1
// allowed: contained
// doors: both

async () => {
  const seen = [];
  for (let n = 0; n < 20; n++) {
    Object.defineProperty(Object.prototype, n, { configurable: true, get() { return { resolve() { seen.push("resolve"); }, reject() {}, size: 0 }; }, set(value) { seen.push(value); } });
  }
  const back = await tools.echo({ a: 1 });
  try { await tools.fail({}); } catch {}
  for (let n = 0; n < 20; n++) delete Object.prototype[n];
  return seen.length === 0 && back.a === 1 ? "contained" : "escaped: saw a record";
}
