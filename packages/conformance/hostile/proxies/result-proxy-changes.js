// technique: a proxy that answers differently each time it is asked
// attempts: to show a checker one value and a writer another
// allowed: contained, serialization_error, runtime_error
// doors: both

async () => {
  let asked = 0;
  const shifty = new Proxy({}, {
    ownKeys: () => ["a"],
    getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
    get: (_target, key) => (key === "a" ? (asked++ === 0 ? 1 : () => "code") : undefined),
  });
  const back = await tools.echo({ inner: shifty });
  return typeof back.inner.a === "function" ? "escaped: a function crossed" : "contained";
}
