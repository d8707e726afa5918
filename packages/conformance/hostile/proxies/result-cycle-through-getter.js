// technique: a cycle that exists only while it is read
// attempts: to recurse for ever where cycles were looked for beforehand
// allowed: serialization_error, runtime_error, memory_limit, timeout
// doors: both
// limits: timeoutMs 300, memoryLimitBytes 16777216

async () => {
  const make = () => ({ get next() { return make(); } });
  return make();
}
