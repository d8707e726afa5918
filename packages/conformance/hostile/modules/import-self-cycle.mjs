// technique: import the entry under every name it could have
// attempts: to evaluate the entry twice
// allowed: contained
// doors: runCode

globalThis.times = (globalThis.times ?? 0) + 1;
for (const name of ["<runCode>", "./<runCode>", "execbox:program", ".", "./", "./index.js", "./main.js"]) {
  await import(name).catch(() => {});
}
export default globalThis.times === 1 ? "contained" : "escaped: evaluated " + globalThis.times + " times";
