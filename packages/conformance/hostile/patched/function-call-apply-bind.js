// technique: replace call, apply and bind
// attempts: to be handed the functions the runtime calls, its host function above all
// allowed: contained
// doors: both

async () => {
  const handed = [];
  for (const name of ["call", "apply", "bind"]) Function.prototype[name] = function (...args) { handed.push(this); return undefined; };
  const back = await tools.echo({ a: 1 });
  console.log("x");
  try { await tools.fail({}); } catch {}
  return handed.length === 0 && back.a === 1 ? "contained" : "escaped: was handed a function";
}
