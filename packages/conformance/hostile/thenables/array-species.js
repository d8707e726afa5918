// technique: Symbol.species of arrays receives what builtins build (vm2 Category 18)
// attempts: to have the runtime's own arrays built by the guest
// allowed: contained
// doors: both

async () => {
  let made = 0;
  Object.defineProperty(Array, Symbol.species, { configurable: true, get: () => function () { made++; return []; } });
  Array.prototype.constructor = new Proxy(Array, { construct(...args) { made++; return Reflect.construct(...args); } });
  console.log([1, 2], { a: [3] });
  const back = await tools.echo([1, [2]]);
  return made === 0 && back[1][0] === 2 ? "contained" : "escaped: made " + made;
}
