// technique: functions that the host handed in have the host's prototypes (vm2, node:vm, every membrane)
// attempts: to reach a host constructor through a tool, its prototype and its result
// allowed: contained
// doors: both

async () => {
  const result = await tools.echo({ list: [1], at: "x" });
  const seen = [tools, tools.echo, result, result.list, Object.getPrototypeOf(tools.echo)];
  for (const value of seen) {
    let walk = value;
    for (let step = 0; step < 4 && walk != null; step++) {
      walk = walk.constructor;
      try {
        const out = walk("return typeof process")();
        return "escaped: " + out;
      } catch {}
    }
  }
  if (Object.getPrototypeOf(result) !== Object.prototype) return "escaped: a foreign Object.prototype";
  if (Object.getPrototypeOf(result.list) !== Array.prototype) return "escaped: a foreign Array.prototype";
  if (Object.getPrototypeOf(tools.echo) !== Function.prototype) return "escaped: a foreign function";
  return "contained";
}
