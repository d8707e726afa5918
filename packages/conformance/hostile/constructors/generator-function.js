// technique: the constructor of generator functions (SandboxJS, static-eval)
// attempts: to compile a generator from text
// allowed: contained
// doors: both

async () => {
  const GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor;
  try {
    return "escaped: " + GeneratorFunction("yield typeof process")().next().value;
  } catch (error) {
    return error instanceof EvalError ? "contained" : "escaped: " + error;
  }
}
