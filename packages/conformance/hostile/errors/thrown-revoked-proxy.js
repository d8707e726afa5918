// technique: a revoked proxy throws from every operation
// attempts: to make describing what was thrown fail
// allowed: runtime_error
// doors: both

async () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  throw proxy;
}
