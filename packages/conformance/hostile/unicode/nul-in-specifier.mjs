// technique: NUL in a specifier cuts it in C
// attempts: to have "./allowed\u0000evil" resolved as another module than was checked
// allowed: contained
// doors: runCode

let loaded = 0;
for (const name of ["tools\u0000evil", "./a.js\u0000", "\u0000execbox", "node:fs\u0000"]) {
  try { await import(name); loaded++; } catch {}
}
export default loaded === 0 ? "contained" : "escaped: loaded " + loaded;
