// technique: measure the host by how long its answers take
// attempts: to get a clock finer than a millisecond
// allowed: contained
// doors: both

async () => {
  const times = new Set();
  for (let n = 0; n < 2000; n++) times.add(Date.now() % 1);
  return times.size === 1 && typeof performance === "undefined" ? "contained" : "escaped: a fine clock";
}
