// technique: accessors on the global object under names that the host or runtime might read
// attempts: to be asked by whoever looks for console, JSON, Promise or the runtime's own names
// allowed: contained
// doors: both

async () => {
  let asked = 0;
  for (const name of ["JSON", "Promise", "Map", "WeakMap", "Error", "Array", "Reflect", "host", "enter", "\u0000execbox", "execbox"]) {
    try {
      Object.defineProperty(globalThis, name, { configurable: true, get() { asked++; throw new Error("asked for " + name); } });
    } catch {}
  }
  await tools.echo({ a: [1, 2, 3] });
  console.log("still", { prints: true });
  return asked === 0 ? "contained" : "escaped: the runtime asked a global";
}
