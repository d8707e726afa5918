// technique: a chain of proxies or bound functions a hundred thousand long
// attempts: to recurse inside the engine by data alone
// allowed: contained, runtime_error, memory_limit
// doors: both

async () => {
  let proxy = {};
  for (let n = 0; n < 50_000; n++) proxy = new Proxy(proxy, {});
  try { void proxy.x; } catch (error) { if (!(error instanceof Error)) return "escaped: " + error; }
  let bound = () => 1;
  for (let n = 0; n < 50_000; n++) bound = bound.bind(null);
  try { bound(); } catch (error) { if (!(error instanceof Error)) return "escaped: " + error; }
  return "contained";
}
