// technique: closures keep their scopes alive
// attempts: to hold memory that no property shows
// allowed: memory_limit
// doors: both
// limits: memoryLimitBytes 16777216

async () => { let last = () => 0; for (let n = 0; n < 1_500_000; n++) { const before = last; last = () => before; } return "escaped: " + typeof last; }
