// technique: printing reads a value with every trap there is
// attempts: to throw, loop or call out of console.log
// allowed: contained
// doors: both

async () => {
  const traps = {};
  for (const name of ["get", "has", "ownKeys", "getPrototypeOf", "getOwnPropertyDescriptor", "isExtensible"]) traps[name] = () => { throw new Error("trap " + name); };
  console.log(new Proxy({}, traps), new Proxy([], traps), new Proxy(() => {}, traps));
  console.error({ toString() { throw new Error("x"); }, toJSON() { throw new Error("y"); } });
  return "contained";
}
