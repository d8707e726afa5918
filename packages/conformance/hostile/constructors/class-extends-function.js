// technique: a subclass of Function compiles in its super call
// attempts: to extend each function constructor and compile through super()
// allowed: contained
// doors: both

async () => {
  for (const Base of [Function, (async () => {}).constructor, (function* () {}).constructor]) {
    try {
      class Mine extends Base {}
      const made = new Mine("return 1");
      if (typeof made === "function") return "escaped: a subclass compiles";
    } catch {}
  }
  return "contained";
}
