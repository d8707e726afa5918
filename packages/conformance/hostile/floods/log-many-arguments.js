// technique: a hundred thousand arguments to one call
// attempts: to exhaust whoever joins them
// allowed: contained, runtime_error
// doors: both

async () => { console.log(...new Array(50_000).fill("argument")); return "contained"; }
