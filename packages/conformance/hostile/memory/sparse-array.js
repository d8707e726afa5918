// technique: holes that become a dense array
// attempts: to have one assignment allocate four billion slots
// allowed: contained, memory_limit, runtime_error
// doors: both
// limits: memoryLimitBytes 16777216

async () => { const list = []; list[4_294_967_294] = 1; list.length = 100; list[50_000_000] = 2; return list.length === 50_000_001 ? "contained" : "escaped"; }
