// technique: V8 reads Error.stackTraceLimit from the current realm
// attempts: to make the engine keep endless frames, or run a getter while it takes a backtrace
// allowed: contained
// doors: both

async () => {
  let asked = 0;
  try {
    Object.defineProperty(Error, "stackTraceLimit", { configurable: true, get() { asked++; return 1e9; } });
  } catch {}
  const deep = (n) => (n === 0 ? new Error("deep").stack : deep(n - 1));
  const length = String(deep(300)).length;
  if (length > 1_000_000) return "escaped: a backtrace of " + length;
  return asked < 1000 ? "contained" : "escaped: asked " + asked;
}
