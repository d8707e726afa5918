// technique: put a constructor back where the sandbox replaced it
// attempts: to find the engine's own Function behind the replacement
// allowed: contained
// doors: both

async () => {
  const prototype = Object.getPrototypeOf(() => {});
  const own = Object.getOwnPropertyDescriptor(prototype, "constructor");
  for (const candidate of [own.value, Function, Object.getPrototypeOf(Function).constructor]) {
    try {
      delete prototype.constructor;
      candidate("return 1");
      return "escaped: a constructor compiles";
    } catch {}
  }
  const keys = Reflect.ownKeys(prototype);
  for (const key of keys) {
    let value;
    try {
      value = prototype[key];
    } catch {
      continue;
    }
    try {
      if (typeof value === "function" && value("return 1") !== undefined && value !== prototype[Symbol.hasInstance] && typeof value("return 1") === "function" && value("return 41 + 1")() === 42) return "escaped: " + String(key);
    } catch {}
  }
  return "contained";
}
