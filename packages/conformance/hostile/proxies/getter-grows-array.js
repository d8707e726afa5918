// technique: an array that grows while it is read
// attempts: to make the reader walk for ever
// allowed: contained, timeout, memory_limit, runtime_error, serialization_error
// doors: both
// limits: timeoutMs 300, memoryLimitBytes 16777216

async () => {
  const list = [];
  const step = { get x() { for (let n = 0; n < 64; n++) list.push(step); return 1; } };
  list.push(step);
  const back = await tools.echo(list);
  // A reader that takes the length once is as good as one that is stopped.
  return back.length < 1000 ? "contained" : "escaped: an endless array crossed";
}
