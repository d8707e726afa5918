// technique: replace the statics of Object and Reflect
// attempts: to answer for prototypes, keys and descriptors while the runtime looks
// allowed: contained
// doors: both

async () => {
  for (const holder of [Object, Reflect]) {
    for (const name of Reflect.ownKeys(holder)) {
      if (typeof holder[name] === "function" && name !== "prototype") {
        try { holder[name] = () => { throw new Error("asked for " + String(name)); }; } catch {}
      }
    }
  }
  const back = await tools.echo({ a: { b: [1] } });
  console.log({ c: 1 });
  return back.a.b[0] === 1 ? "contained" : "escaped: broken";
}
