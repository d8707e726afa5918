// technique: a specifier whose toString runs, changes or throws
// attempts: to confuse resolving with a value that is not the same twice
// allowed: contained
// doors: both

async () => {
  let asked = 0;
  const shifty = { toString() { asked++; return asked % 2 ? "./ok.js" : "node:fs"; } };
  for (const name of [shifty, { toString() { throw new Error("mine"); } }, Symbol.iterator, 1n, null, undefined, [], () => {}]) {
    try { await import(name); return "escaped: loaded " + typeof name; } catch {}
  }
  return "contained";
}
