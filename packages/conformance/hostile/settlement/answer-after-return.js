// technique: return while a slow call is under way
// attempts: to have its answer delivered into the next run
// allowed: contained
// doors: execute

// An answer that overtakes the program's end is the program's to use; one that comes after is not.
let ended = false;
const useLate = () => { if (ended) tools.trap({ late: true }); };
tools.slow({ ms: 20, value: "late" }).then(useLate);
tools.slow({ ms: 1, value: "late" }).then(useLate);
await tools.echo({});
ended = true;
"contained"
