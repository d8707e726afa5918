// technique: async functions that await themselves
// attempts: to recurse through the queue of jobs
// allowed: memory_limit, timeout, runtime_error
// doors: both
// limits: timeoutMs 1500, memoryLimitBytes 16777216

async () => { const dive = async (n) => { await null; return dive(n + 1); }; return dive(0); }
