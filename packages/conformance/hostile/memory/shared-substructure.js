// technique: a few objects that refer to each other a billion times over
// attempts: to make a small value huge when it is written as a tree
// allowed: contained, serialization_error, memory_limit, timeout, runtime_error
// doors: both
// limits: timeoutMs 1500, memoryLimitBytes 33554432

async () => {
  let value = ["x"];
  for (let n = 0; n < 40; n++) value = [value, value];
  try { await tools.echo(value); } catch {}
  console.log(value);
  return "contained";
}
