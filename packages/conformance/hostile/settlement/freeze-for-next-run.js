// technique: freeze and poison intrinsics before ending in an error
// attempts: to break the next run through what an error path does not reset
// allowed: runtime_error
// doors: both

async () => {
  Object.freeze(Object.prototype);
  Object.freeze(Array.prototype);
  Object.setPrototypeOf(Function.prototype, null);
  Object.defineProperty(globalThis, "undefined2", { value: 1 });
  throw new Error("ended");
}
