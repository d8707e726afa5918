// technique: names written with escapes are the same names (enclave-vm: keyword filters)
// attempts: to get a forbidden name past a filter on the text
// allowed: contained
// doors: both

async () => {
  try { return "escaped: " + {}["\x63onstructor"].\u0063onstructor("return 1")(); } catch (error) { return error instanceof EvalError ? "contained" : "escaped: " + error; }
}
