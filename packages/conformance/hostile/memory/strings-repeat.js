// technique: repeat makes a text of any length in one call
// attempts: to make a text larger than the limit at once
// allowed: memory_limit, runtime_error
// doors: both
// limits: memoryLimitBytes 16777216

async () => { const text = "ab".repeat(40_000_000); return "escaped: " + (text.charCodeAt(7) + text.length); }
