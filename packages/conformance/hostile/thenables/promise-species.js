// technique: Symbol.species decides what `then` makes (vm2 GHSA-cchq-frgv-rjh5)
// attempts: to be handed the runtime's resolve functions by a species constructor
// allowed: contained
// doors: both

async () => {
  const taken = [];
  class Thief extends Promise {
    constructor(executor) {
      super((resolve, reject) => { executor(resolve, reject); taken.push(executor); });
    }
    static get [Symbol.species]() { return Thief; }
  }
  Object.defineProperty(Promise, Symbol.species, { configurable: true, get: () => Thief });
  const promise = tools.echo({ a: 1 });
  if (promise && typeof promise.then === "function") promise.constructor = Thief;
  await tools.slow({ ms: 1 });
  const value = await promise;
  return value.a === 1 ? "contained" : "escaped: a stolen answer";
}
