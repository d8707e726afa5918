// technique: the same with catch and finally (vm2 PR 547)
// attempts: to be handed errors of the host before they are cleaned
// allowed: contained
// doors: both

async () => {
  const seen = [];
  for (const name of ["catch", "finally"]) Promise.prototype[name] = function (handler) { seen.push(handler); return this; };
  try { await tools.fail({}); } catch (error) { if (!(error instanceof Error)) return "escaped: a foreign error"; }
  return seen.length === 0 ? "contained" : "escaped: the runtime asked the prototype";
}
