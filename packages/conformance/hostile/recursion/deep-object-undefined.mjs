// technique: the deepest value that may cross, with something in it that is not JSON
// attempts: to overflow the encoder inside the sandbox below the depth it promises (found here: RangeError at 450 levels)
// allowed: contained
// doors: runCode

const depthOf = (value) => { let depth = 0; for (; value.n !== undefined; value = value.n) depth++; return depth; };
let deep = { none: undefined };
for (let n = 0; n < 490; n++) deep = { n: deep, none: undefined };
export default depthOf(tools.echo(deep)) === 490 ? "contained" : "escaped: another depth";
