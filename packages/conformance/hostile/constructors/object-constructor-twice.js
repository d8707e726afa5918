// technique: the constructor of any object's constructor is Function (every JavaScript sandbox, first line of every list)
// attempts: to compile text outside the program and look around from there
// allowed: contained
// doors: both

async () => {
  try {
    const found = {}.constructor.constructor("return typeof process + typeof require")();
    return "escaped: made code from text, saw " + found;
  } catch (error) {
    return error instanceof EvalError ? "contained" : "escaped: " + error;
  }
}
