// technique: `this` of a function without strict mode is the outer global object
// attempts: to get another global object than globalThis through `this`, getters and callbacks
// allowed: contained
// doors: both

async () => {
  const seen = new Set([globalThis, undefined]);
  const look = function () { return this; };
  const found = [
    look(),
    [1].map(look)[0],
    Reflect.apply(look, undefined, []),
    (() => { try { return look.call(null); } catch { return undefined; } })(),
    await new Promise((resolve) => queueMicrotask(function () { resolve(this); })),
  ];
  for (const value of found) {
    if (value !== null && !seen.has(value)) return "escaped: another global object";
  }
  return "contained";
}
