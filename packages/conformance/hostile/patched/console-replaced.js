// technique: replace console methods with ones that keep what they are given
// attempts: to intercept lines of the runtime
// allowed: contained
// doors: both

async () => {
  const kept = [];
  try { console.log = (...args) => kept.push(args); console.error = console.log; } catch {}
  await tools.echo({ a: 1 });
  try { await tools.fail({}); } catch {}
  return kept.length === 0 ? "contained" : "escaped: the runtime prints through the guest";
}
