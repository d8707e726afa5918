// technique: valueOf, toISOString and Symbol.toPrimitive of builtins replaced on the instance
// attempts: to run guest code where the runtime reads internal slots
// allowed: contained
// doors: runCode

let ran = 0;
const bait = [new Date(5), Object(1), Object("x"), Object(true), /a/g];
for (const value of bait) for (const name of ["valueOf", "toString", "toISOString", "getTime", Symbol.toPrimitive, "source", "flags"]) {
  try { Object.defineProperty(value, name, { get() { ran++; return () => 0; } }); } catch {}
}
const back = tools.echo(bait.slice(0, 1));
export default ran === 0 && Number(back[0]) === 5 ? "contained" : "escaped: ran " + ran;
