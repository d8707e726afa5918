// technique: a result with a `then` is awaited by whoever returns it
// attempts: to have guest code run by the host's await, and the result replaced
// allowed: contained
// doors: both

async () => {
  let calls = 0;
  const bait = { then(resolve) { calls++; resolve(calls === 1 ? "contained" : "escaped: awaited " + calls + " times"); } };
  return bait;
}
