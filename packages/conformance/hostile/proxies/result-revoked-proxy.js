// technique: a revoked proxy as the result
// attempts: to end the run in no verdict at all
// allowed: runtime_error, serialization_error
// doors: both

async () => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}
