// technique: interned names are never given back in some engines
// attempts: to fill the table of names
// allowed: memory_limit, timeout
// doors: both
// limits: memoryLimitBytes 16777216

async () => { const holder = {}; for (let n = 0; n < 600_000; n++) { holder["name_" + n] = n; Symbol.for("s" + n); } return "escaped: held " + Object.keys(holder).length; }
