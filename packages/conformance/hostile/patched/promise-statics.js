// technique: replace Promise.resolve, all, race and withResolvers
// attempts: to be handed the runtime's promises
// allowed: contained
// doors: both

async () => {
  const handed = [];
  for (const name of ["resolve", "reject", "all", "race", "allSettled", "any", "withResolvers", "try"]) {
    if (name in Promise) Promise[name] = (value) => { handed.push(value); return { then() {} }; };
  }
  const back = await tools.echo({ a: 1 });
  return handed.length === 0 && back.a === 1 ? "contained" : "escaped: handed " + typeof handed[0];
}
