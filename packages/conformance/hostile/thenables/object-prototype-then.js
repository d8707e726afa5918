// technique: `then` on Object.prototype makes every object a thenable (its own harm: the value, never the host)
// attempts: to see the runtime's internal records when they pass through await
// allowed: contained, runtime_error
// doors: both

async () => {
  const seen = [];
  Object.defineProperty(Object.prototype, "then", { configurable: true, get() { seen.push(Object.keys(this).join()); return undefined; } });
  await tools.echo({ mine: 1 });
  delete Object.prototype.then;
  const foreign = seen.filter((keys) => /resolve|reject|entry|buffers|call|tool/.test(keys));
  return foreign.length === 0 ? "contained" : "escaped: saw a record with " + foreign[0];
}
