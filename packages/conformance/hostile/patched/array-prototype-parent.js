// technique: give Array.prototype a proxy as its parent
// attempts: to answer every look-up that arrays pass upwards
// allowed: contained
// doors: both

async () => {
  let asked = 0;
  Object.setPrototypeOf(Array.prototype, new Proxy({}, { get: (_t, key) => { asked++; return undefined; }, has: (_t, key) => { asked++; return false; }, set: (_t, key, value, self) => { asked++; return Reflect.defineProperty(self, key, { value, writable: true, enumerable: true, configurable: true }); } }));
  const back = await tools.echo({ a: [[1], [2]] });
  console.log([[1]], "x");
  return back.a[1][0] === 2 ? "contained" : "escaped: rewritten";
}
