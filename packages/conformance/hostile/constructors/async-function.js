// technique: the constructor of async functions is on no global and is often forgotten (vm2, SandboxJS)
// attempts: to compile an async function from text
// allowed: contained
// doors: both

async () => {
  const AsyncFunction = (async () => {}).constructor;
  try {
    const value = await AsyncFunction("return typeof process")();
    return "escaped: " + value;
  } catch (error) {
    return error instanceof EvalError ? "contained" : "escaped: " + error;
  }
}
