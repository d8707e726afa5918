// technique: an error class whose constructor and species run code
// attempts: to have a guest class instantiated by whoever copies or wraps the error
// allowed: runtime_error
// doors: both

async () => {
  let made = 0;
  class Mine extends Error {
    constructor(...args) { super(...args); made++; if (made > 1) tools.trap({}); }
    static get [Symbol.species]() { tools.trap({}); return this; }
  }
  throw new Mine("once");
}
