// technique: look for the one function that leaves the sandbox
// attempts: to find host or enter on any object, scope or argument list
// allowed: contained
// doors: both

async () => {
  const names = ["host", "enter", "boot", "connect", "askHost", "__host", "qjs", "execbox", "$host", "hostCall"];
  for (const name of names) {
    try { if (globalThis[name] !== undefined) return "escaped: " + name; } catch {}
  }
  for (const key of Reflect.ownKeys(globalThis)) {
    if (typeof key === "symbol" && key !== Symbol.toStringTag) return "escaped: a symbol on globalThis";
    if (typeof key === "string" && (key.includes("\u0000") || /host|bridge|runtime|internal/i.test(key))) return "escaped: " + JSON.stringify(key);
  }
  return "contained";
}
