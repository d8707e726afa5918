// technique: defineProperty where assignment is refused
// attempts: to define the hook on Error and every native error
// allowed: contained
// doors: both

async () => {
  let called = false;
  for (const Type of [Error, TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError, AggregateError]) {
    for (const target of [Type, Type.prototype]) {
      try {
        Object.defineProperty(target, "prepareStackTrace", { configurable: true, value: () => { called = true; return "mine"; } });
      } catch {}
    }
  }
  try { undefined.x; } catch (error) { void error.stack; }
  void new RangeError("x").stack;
  return called ? "escaped: the hook was called" : "contained";
}
