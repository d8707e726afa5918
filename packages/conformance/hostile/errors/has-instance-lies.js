// technique: Symbol.hasInstance decides what instanceof says
// attempts: to pass a plain object off as an Error, a Promise and a Map
// allowed: contained, runtime_error
// doors: both

async () => {
  for (const Type of [Error, Promise, Map, Set, Array, Date, Object, Function]) {
    try { Object.defineProperty(Type, Symbol.hasInstance, { value: () => true }); } catch {}
  }
  console.log({ fake: true });
  const back = await tools.echo({ a: [1] });
  return back.a[0] === 1 ? "contained" : "escaped: " + JSON.stringify(back);
}
