// technique: freeze every intrinsic, so that the runtime's writes fail
// attempts: to make the runtime throw where it defines or assigns
// allowed: contained
// doors: both

async () => {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value = globalThis[name];
    if (typeof value === "function") { Object.freeze(value); if (value.prototype) Object.freeze(value.prototype); }
  }
  Object.freeze(Object.prototype);
  Object.preventExtensions(globalThis);
  console.log("frozen", { a: 1 });
  let message = "";
  try { await tools.fail({}); } catch (error) { message = error.message; }
  const back = await tools.echo({ a: 1 });
  return back.a === 1 && message === "no such file" ? "contained" : "escaped: broken";
}
