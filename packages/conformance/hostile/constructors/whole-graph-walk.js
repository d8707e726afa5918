// technique: walk everything reachable from globalThis, as SES's permit tests do
// attempts: to find any function that makes code, or any name that no guest should have
// allowed: contained
// doors: both

async () => {
  const wrong = ["process", "require", "module", "Buffer", "WebAssembly", "SharedArrayBuffer", "Atomics", "setTimeout", "setInterval", "setImmediate", "fetch", "performance", "std", "os", "bjson", "scriptArgs", "print", "load", "gc", "InternalError", "navigator", "Worker", "postMessage", "vault", "host", "enter", "execbox", "__execbox", "exports", "global", "Deno", "Bun"];
  for (const name of wrong) if (name in globalThis) return "escaped: " + name;
  const seen = new Set();
  const queue = [globalThis];
  while (queue.length > 0) {
    const value = queue.pop();
    if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) continue;
    seen.add(value);
    if (seen.size > 5000) return "escaped: a graph without end";
    for (const key of Reflect.ownKeys(value)) {
      const own = Object.getOwnPropertyDescriptor(value, key);
      queue.push(own.value, own.get, own.set);
    }
    queue.push(Object.getPrototypeOf(value));
  }
  for (const value of seen) {
    if (typeof value !== "function") continue;
    try {
      const made = value("return 6 * 7");
      if (typeof made === "function" && made() === 42) return "escaped: " + value.name + " compiles";
    } catch {}
  }
  return "contained";
}
