// technique: clean-up callbacks run when the engine likes (vm2 GHSA-r4fx)
// attempts: to run after the deadline, or after the run, from the collector
// allowed: contained, timeout
// doors: both
// limits: timeoutMs 300

async () => {
  const registry = new FinalizationRegistry(() => { for (;;); });
  for (let n = 0; n < 2000; n++) registry.register({ n }, n);
  return "contained";
}
