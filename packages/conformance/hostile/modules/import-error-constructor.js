// technique: the promise and the error of import() come from the engine's loader (vm2: import() host promise)
// attempts: to reach a foreign constructor through a failed import
// allowed: contained
// doors: both

async () => {
  const promise = import("node:fs");
  if (Object.getPrototypeOf(promise) !== Promise.prototype) return "escaped: a foreign promise";
  try { await promise; } catch (error) {
    let proto = Object.getPrototypeOf(error);
    while (proto !== null) { if (![Error.prototype, ReferenceError.prototype, TypeError.prototype, SyntaxError.prototype, Object.prototype].includes(proto)) return "escaped: a foreign error"; proto = Object.getPrototypeOf(proto); }
    return "contained";
  }
  return "escaped: it loaded";
}
