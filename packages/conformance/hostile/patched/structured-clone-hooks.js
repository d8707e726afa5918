// technique: structuredClone reads constructors and prototypes
// attempts: to run code inside it, or to get a wrong class out of it
// allowed: contained
// doors: both

async () => {
  let ran = 0;
  const date = new Date(7);
  Object.defineProperty(Date.prototype, "getTime", { value() { ran++; return 0; } });
  globalThis.Date = function () { ran++; };
  globalThis.Map = function () { ran++; };
  const copy = structuredClone({ date });
  return ran === 0 && copy.date !== date && +copy.date === 7 ? "contained" : "escaped: ran " + ran;
}
