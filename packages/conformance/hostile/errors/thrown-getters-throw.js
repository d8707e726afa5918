// technique: everything a describer reads throws
// attempts: to make describing an error fail, and so the runner
// allowed: runtime_error
// doors: both

async () => {
  const handler = new Proxy({}, { get() { return () => { throw handler; }; } });
  throw new Proxy(function () {}, handler);
}
