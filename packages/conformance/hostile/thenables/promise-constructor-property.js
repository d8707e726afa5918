// technique: await asks a promise for its `constructor`
// attempts: to be asked while the runtime awaits the program's own promise
// allowed: contained
// doors: both

async () => {
  let asked = 0;
  Object.defineProperty(Promise.prototype, "constructor", { configurable: true, get() { asked++; if (asked > 50) tools.trap({}); return function () { throw new Error("taken"); }; } });
  return "contained";
}
