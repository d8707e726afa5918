// technique: call, apply and bind hide the name of what is called (GHSA-647f: call/apply indirection)
// attempts: to reach the constructors and eval through indirection
// allowed: contained
// doors: both

async () => {
  const F = (() => {}).constructor;
  const ways = [
    () => F.call(null, "return 1"),
    () => F.apply(null, ["return 1"]),
    () => F.bind(null, "return 1")(),
    () => Reflect.apply(F, undefined, ["return 1"]),
    () => Function.prototype.call.call(F, null, "return 1"),
    () => [F].map((f) => f("return 1"))[0],
    () => new Proxy(F, {})("return 1"),
    () => (0, eval)("() => 1"),
    () => [eval].at(0)("() => 1"),
    () => globalThis["ev" + "al"]("() => 1"),
  ];
  for (const way of ways) {
    try {
      if (typeof way() === "function") return "escaped: " + way;
    } catch {}
  }
  return "contained";
}
