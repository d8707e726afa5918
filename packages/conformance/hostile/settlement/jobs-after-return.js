// technique: a chain of jobs that outlives the program
// attempts: to call a tool a hundred jobs after the verdict
// allowed: contained
// doors: both

async () => {
  let left = 100;
  const step = () => { if (left-- === 0) tools.trap({ late: true }); else Promise.resolve().then(step); };
  Promise.resolve().then(step);
  return "contained";
}
