// technique: spreading a long list puts it on the stack
// attempts: to overflow the engine's stack from a builtin
// allowed: contained, runtime_error, memory_limit
// doors: both
// limits: memoryLimitBytes 33554432

async () => {
  const list = new Array(1_000_000).fill(1);
  try { Math.max(...list); } catch (error) { if (!(error instanceof Error)) return "escaped: " + error; }
  try { String.fromCharCode.apply(null, list); } catch (error) { if (!(error instanceof Error)) return "escaped: " + error; }
  return "contained";
}
