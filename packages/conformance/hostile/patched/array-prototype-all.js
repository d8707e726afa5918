// technique: replace every method of Array.prototype
// attempts: to be handed the runtime's own lists
// allowed: contained
// doors: both

async () => {
  let handed = 0;
  for (const name of Object.getOwnPropertyNames(Array.prototype)) {
    if (typeof Array.prototype[name] === "function" && name !== "constructor") Array.prototype[name] = function () { handed++; return undefined; };
  }
  Array.prototype[Symbol.iterator] = function () { handed++; throw new Error("iterated"); };
  const back = await tools.echo({ a: [1, 2] });
  console.log("a", [1]);
  try { await tools.fail({}); } catch {}
  return handed === 0 && back.a[1] === 2 ? "contained" : "escaped: handed " + handed;
}
