// technique: disposal protocols call methods at the end of a block
// attempts: to run a tool call when something of the runtime's is disposed of
// allowed: contained
// doors: both

async () => {
  let ran = 0;
  for (const prototype of [Object.prototype, Promise.prototype, Function.prototype]) {
    for (const symbol of [Symbol.dispose, Symbol.asyncDispose]) {
      if (symbol) Object.defineProperty(prototype, symbol, { configurable: true, value() { ran++; } });
    }
  }
  await tools.echo({});
  return ran === 0 ? "contained" : "escaped: disposed by the runtime";
}
