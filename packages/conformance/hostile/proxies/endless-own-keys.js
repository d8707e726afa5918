// technique: ownKeys with a huge list
// attempts: to exhaust whoever lists the keys
// allowed: contained, memory_limit, timeout, serialization_error, runtime_error
// doors: both
// needs: deadlineInBuiltins
// limits: timeoutMs 300, memoryLimitBytes 16777216

async () => {
  const keys = [];
  for (let n = 0; n < 200_000; n++) keys.push("k" + n);
  const wide = new Proxy({}, { ownKeys: () => keys, getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: () => 1 });
  try { await tools.echo({ wide }); } catch {}
  return "contained";
}
