// technique: the fourth function constructor, of async generators
// attempts: to compile an async generator from text
// allowed: contained
// doors: both

async () => {
  const Maker = Object.getPrototypeOf(async function* () {}).constructor;
  try {
    return "escaped: " + (await Maker("yield typeof process")().next()).value;
  } catch (error) {
    return error instanceof EvalError ? "contained" : "escaped: " + error;
  }
}
