// technique: recursion whose frames are the engine's own (sort, replace, JSON, map)
// attempts: to overflow the native stack, where no check may stand
// allowed: contained, runtime_error
// doors: both

async () => {
  const ways = [(again) => [1, 2].sort(again), (again) => "x".replace(/x/, again), (again) => JSON.stringify({ toJSON: again }), (again) => [1].map(again), (again) => Reflect.apply(again, null, []), (again) => new Proxy({}, { get: again }).x, (again) => String({ toString: again }), (again) => JSON.parse("[1]", again)];
  for (const way of ways) {
    const again = () => way(again);
    try { again(); return "escaped: it returned"; } catch (error) { if (!(error instanceof Error)) return "escaped: " + typeof error; }
  }
  return "contained";
}
