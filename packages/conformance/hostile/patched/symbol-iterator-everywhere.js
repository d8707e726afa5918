// technique: every iterator throws
// attempts: to break spread, destructuring and for-of in the runtime
// allowed: contained
// doors: both

async () => {
  for (const prototype of [Array.prototype, String.prototype, Map.prototype, Set.prototype]) prototype[Symbol.iterator] = () => { throw new Error("iterated"); };
  const next = Object.getPrototypeOf([].keys());
  next.next = () => { throw new Error("next"); };
  const back = await tools.echo({ a: [1, 2, 3] });
  console.log("a", "b", [1]);
  return back.a.length === 3 ? "contained" : "escaped: broken";
}
