// technique: a proxy of an array that lies about its length
// attempts: to make a reader allocate or walk four billion items
// allowed: contained, serialization_error, runtime_error, timeout, memory_limit
// doors: both
// limits: timeoutMs 300, memoryLimitBytes 16777216

async () => {
  const liar = new Proxy([], { get: (target, key) => (key === "length" ? 4_294_967_295 : target[key]) });
  try { await tools.echo(liar); } catch {}
  console.log(liar);
  return "contained";
}
