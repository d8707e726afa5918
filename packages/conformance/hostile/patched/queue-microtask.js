// technique: replace queueMicrotask
// attempts: to be handed jobs of the runtime
// allowed: contained
// doors: both

async () => {
  const jobs = [];
  globalThis.queueMicrotask = (job) => jobs.push(job);
  await tools.slow({ ms: 1 });
  console.log("x");
  return jobs.length === 0 ? "contained" : "escaped: handed a job";
}
