// technique: return while a slow call is under way
// attempts: to have its answer delivered into the next run
// allowed: contained
// doors: execute

tools.slow({ ms: 20, value: "late" }).then(() => tools.trap({}));
tools.slow({ ms: 1, value: "late" }).then(() => tools.trap({}));
await tools.echo({});
"contained"
