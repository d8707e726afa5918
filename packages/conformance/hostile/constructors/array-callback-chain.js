// technique: reach Function by walking callbacks that builtins call (SandboxJS: [].filter.constructor)
// attempts: to find one builtin function whose constructor still compiles
// allowed: contained
// doors: both

async () => {
  const roots = [[].filter, "".at, Math.max, JSON.parse, Symbol, Reflect.get, Promise.resolve, parseInt, Map.prototype.get];
  for (const root of roots) {
    try {
      root.constructor("return 1")();
      return "escaped: " + root.name + ".constructor compiles";
    } catch (error) {
      if (!(error instanceof EvalError)) return "escaped: " + error;
    }
  }
  return "contained";
}
