// technique: promises that never settle are kept by their reactions
// attempts: to fill memory with reactions of one pending promise
// allowed: memory_limit, timeout
// doors: both
// limits: memoryLimitBytes 16777216

async () => { const never = new Promise(() => {}); for (let n = 0; n < 600_000; n++) never.then(() => n); return "escaped: held them"; }
