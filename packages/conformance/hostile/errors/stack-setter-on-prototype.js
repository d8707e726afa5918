// technique: replace the stack accessor that errors inherit
// attempts: to be called with every error that the engine or runtime makes
// allowed: contained
// doors: both

async () => {
  const seen = [];
  Object.defineProperty(Error.prototype, "stack", { configurable: true, get() { seen.push("get"); return "mine"; }, set(value) { seen.push(value); } });
  try { await tools.fail({}); } catch {}
  try { null.x; } catch {}
  const leak = seen.filter((text) => /runtime/.test(String(text)));
  return leak.length === 0 ? "contained" : "escaped: " + leak[0];
}
