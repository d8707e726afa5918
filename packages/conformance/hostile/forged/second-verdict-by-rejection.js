// technique: return one thing and reject another in the same turn
// attempts: to get two verdicts, or the wrong one
// allowed: contained
// doors: both

async () => {
  Promise.reject(new Error("unhandled one"));
  queueMicrotask(() => { throw new Error("thrown in a job"); });
  Promise.resolve().then(() => { throw new Error("unhandled two"); });
  return "contained";
}
