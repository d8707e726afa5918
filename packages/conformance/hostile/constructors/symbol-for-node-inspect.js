// technique: Symbol.for reaches symbols that Node itself looks up (vm2 GHSA-g644: custom inspect)
// attempts: to have the host call a guest function when it prints a result or an error
// allowed: contained
// doors: both

async () => {
  const reach = () => { throw new Error("called by the host"); };
  const names = ["nodejs.util.inspect.custom", "nodejs.util.promisify.custom", "nodejs.rejection", "nodejs.stream.transform"];
  const bait = {};
  for (const name of names) bait[Symbol.for(name)] = reach;
  console.log(bait);
  const back = await tools.echo({ ...JSON.parse("{}"), plain: 1 });
  if (Object.getOwnPropertySymbols(back).length > 0) return "escaped: symbols crossed";
  return "contained";
}
