// technique: print after the verdict
// attempts: to add lines to a run that is over
// allowed: contained
// doors: both
// logs: ["before"]

async () => {
  console.log("before");
  let left = 100;
  const step = () => { if (left-- === 0) console.log("after"); else Promise.resolve().then(step); };
  Promise.resolve().then(step);
  return "contained";
}
