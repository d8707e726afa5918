// technique: delete the globals that a runtime would look up
// attempts: to make the runtime fail on its next use of a builtin
// allowed: contained
// doors: both

async () => {
  for (const name of ["JSON", "Promise", "Error", "TypeError", "Map", "Set", "WeakMap", "Object", "Array", "Reflect", "String", "Math", "Date", "Symbol"]) delete globalThis[name];
  let message = "";
  try { await tools.fail({}); } catch (error) { message = error.message; }
  console.log("line", { a: [1] });
  const back = await tools.echo({ a: [1, { b: "x" }] });
  return back.a[1].b === "x" && message === "no such file" ? "contained" : "escaped: broken";
}
