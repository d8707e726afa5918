// technique: the same, but thrown out of the program
// attempts: to break the code that describes how a run ended
// allowed: runtime_error
// doors: both

async () => {
  const error = new Error("x");
  error.name = Symbol("name");
  error.message = Symbol("message");
  Object.defineProperty(error, "stack", { get() { throw Symbol("stack"); } });
  throw error;
}
