// technique: leave changes behind for the next guest
// attempts: to patch what the next run will use
// allowed: contained
// doors: both

async () => {
  globalThis.left = "behind";
  Object.prototype.left = "behind";
  Array.prototype.push = () => { throw new Error("patched by the last run"); };
  JSON.stringify = () => "patched";
  tools.echo.left = "behind";
  Math.max = () => "patched";
  Promise.prototype.left = "behind";
  Symbol.for("left behind");
  return "contained";
}
