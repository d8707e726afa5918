// technique: prototypes without a global name (iterators, generators, segmenters) still have constructors
// attempts: to walk every hidden prototype for a function constructor that works
// allowed: contained
// doors: both

async () => {
  const hidden = [[][Symbol.iterator](), new Map().keys(), new Set().values(), ""[Symbol.iterator](), "a".matchAll(/a/g), (function* () {})(), (async function* () {})(), globalThis.Iterator?.from({ next() {} })];
  for (let value of hidden) {
    while (value != null) {
      for (const key of Reflect.ownKeys(value)) {
        let member;
        try { member = value[key]; } catch { continue; }
        if (typeof member !== "function") continue;
        try {
          if (member.constructor("return 1")() === 1) return "escaped: " + String(key);
        } catch {}
      }
      value = Object.getPrototypeOf(value);
    }
  }
  return "contained";
}
