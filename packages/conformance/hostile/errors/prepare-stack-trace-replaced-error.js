// technique: engines ask the object behind the name Error, not the one they started with (CVE-2022-36067)
// attempts: to replace globalThis.Error with an object that carries the hook
// allowed: contained
// doors: both

async () => {
  let called = false;
  const Real = Error;
  globalThis.Error = Object.assign(function () {}, {
    prepareStackTrace() {
      called = true;
      return "mine";
    },
    prototype: Real.prototype,
  });
  try { null.x; } catch (error) { void error.stack; }
  try { await tools.fail({}); } catch (error) { void error.stack; }
  void new Real("x").stack;
  return called ? "escaped: the hook was called" : "contained";
}
