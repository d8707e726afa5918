// technique: maps and sets grow by doubling
// attempts: to hold more entries than fit
// allowed: memory_limit
// doors: both
// limits: memoryLimitBytes 16777216

async () => { const map = new Map(); for (let n = 0; n < 500_000; n++) map.set(n, { n }); return "escaped: held " + map.size; }
