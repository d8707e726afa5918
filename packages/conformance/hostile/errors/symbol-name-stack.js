// technique: an error whose name is a symbol makes the host's formatter throw (vm2 Error Generation Primitive)
// attempts: to have the engine or the runtime throw an error of another realm while it formats
// allowed: contained
// doors: both

async () => {
  const error = new Error("x");
  error.name = Symbol("name");
  try { void error.stack; } catch (thrown) {
    if (!(thrown instanceof TypeError)) return "escaped: " + Object.prototype.toString.call(thrown);
  }
  console.log(error);
  return "contained";
}
