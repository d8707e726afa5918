// technique: replace the Promise constructor before calling a tool
// attempts: to have calls made with a constructor of the guest's
// allowed: contained
// doors: both

async () => {
  const Real = Promise;
  const executors = [];
  globalThis.Promise = function (executor) { executors.push(executor); return new Real(executor); };
  globalThis.Promise.prototype = Real.prototype;
  const value = await tools.echo({ a: 2 });
  return executors.length === 0 && value.a === 2 ? "contained" : "escaped: the runtime used a replaced Promise";
}
