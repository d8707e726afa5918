// technique: weak references and registries that outlive their run
// attempts: to be called by the collector during the next run
// allowed: contained
// doors: both

async () => {
  // An engine that counts references calls back at once; a hundred jobs later the run is over.
  const later = (left) => (left === 0 ? tools.trap({ from: "collector" }) : Promise.resolve(left - 1).then(later));
  const registry = new FinalizationRegistry(() => later(100));
  for (let n = 0; n < 500; n++) { registry.register({}, n); new WeakRef({}); }
  return "contained";
}
