// technique: a hundred thousand unhandled rejections
// attempts: to fill diagnostics, or to end the host by one
// allowed: contained, timeout, memory_limit
// doors: both

async () => { for (let n = 0; n < 30_000; n++) Promise.reject(new Error("unhandled " + n)); return "contained"; }
