// technique: QuickJS marks interrupts as uncatchable by a flag on the error
// attempts: to forge the flag, or to find a way to set it
// allowed: runtime_error
// doors: both

async () => {
  const error = new Error("interrupted");
  error.uncatchable = true;
  error.name = "InternalError";
  throw error;
}
