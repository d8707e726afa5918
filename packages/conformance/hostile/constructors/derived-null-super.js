// technique: change what a class extends after it was defined
// attempts: to make super() call a function constructor that was set as prototype later
// allowed: contained
// doors: both

async () => {
  class Mine extends Object {
    constructor() {
      super("return 1");
    }
  }
  Object.setPrototypeOf(Mine, (() => {}).constructor);
  try {
    return typeof new Mine() === "function" ? "escaped: compiled by super()" : "contained";
  } catch {
    return "contained";
  }
}
