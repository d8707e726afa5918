// technique: values reach a module through a name that exists for a moment
// attempts: to find that name before, during and after evaluation
// allowed: contained
// doors: runCode

const names = () => Reflect.ownKeys(globalThis).filter((key) => typeof key === "symbol" ? key !== Symbol.toStringTag : key.includes("\u0000") || key === "tools" || key === "report" || key === "console");
const early = names();
await null;
const late = names();
export default early.length + late.length === 0 ? "contained" : "escaped: " + JSON.stringify([early, late].map((list) => list.map(String)));
