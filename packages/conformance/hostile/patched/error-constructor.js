// technique: replace Error.prototype and the constructors of errors
// attempts: to have trusted errors made by the guest
// allowed: contained
// doors: both

async () => {
  let made = 0;
  const Fake = function () { made++; return { fake: true }; };
  for (const name of ["Error", "TypeError", "EvalError"]) globalThis[name] = Fake;
  let error;
  try { await tools.fail({}); } catch (thrown) { error = thrown; }
  return made === 0 && error.fake === undefined ? "contained" : "escaped: made by the guest";
}
