// technique: RegExp methods run user code through exec, flags and species
// attempts: to run while the runtime or host matches anything
// allowed: contained
// doors: both

async () => {
  let ran = 0;
  RegExp.prototype.exec = function () { ran++; return null; };
  for (const name of ["flags", "source", "global"]) Object.defineProperty(RegExp.prototype, name, { configurable: true, get() { ran++; return ""; } });
  for (const symbol of [Symbol.match, Symbol.replace, Symbol.split, Symbol.search, Symbol.matchAll]) RegExp.prototype[symbol] = () => { ran++; return null; };
  console.log("a b", { x: "y" });
  await tools.echo({ text: "a-b" });
  return ran === 0 ? "contained" : "escaped: ran " + ran;
}
