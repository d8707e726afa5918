// technique: an endless loop in a job after the verdict
// attempts: to keep the engine after the run is over
// allowed: contained
// doors: both

async () => {
  let left = 100;
  const step = () => { if (left-- === 0) for (;;); Promise.resolve().then(step); };
  Promise.resolve().then(step);
  return "contained";
}
