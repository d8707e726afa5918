// technique: setters on Object.prototype see assignments to new records
// attempts: to be handed the runtime's resolve functions and call records
// allowed: contained
// doors: both

async () => {
  const seen = [];
  for (const name of ["resolve", "reject", "text", "tool", "size", "label", "value", "call", "blobs", "entry", "1", "2", "3"]) {
    Object.defineProperty(Object.prototype, name, Object.assign(Object.create(null), { configurable: true, get() { return undefined; }, set(value) { seen.push([name, value]); } }));
  }
  await tools.echo({ a: 1 });
  try { await tools.fail({}); } catch {}
  console.log("line");
  return seen.length === 0 ? "contained" : "escaped: was handed " + seen[0][0];
}
