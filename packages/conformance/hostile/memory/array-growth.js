// technique: an array that only grows
// attempts: to hold four times the limit in small numbers
// allowed: memory_limit
// doors: both
// limits: memoryLimitBytes 16777216

async () => { const list = []; for (let n = 0; n < 8_400_000; n++) list.push(n + 0.5); return "escaped: held " + list.length; }
