// technique: a thenable that resolves with another, without end
// attempts: to keep the runtime unwrapping for ever
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => {
  const next = () => ({ then(resolve) { resolve(next()); } });
  return next();
}
