// technique: printing a huge integer takes quadratic time
// attempts: to sit inside toString
// allowed: timeout, memory_limit, runtime_error
// doors: both
// needs: deadlineInBuiltins
// limits: timeoutMs 300, memoryLimitBytes 16777216

async () => { const n = 7n ** 400_000n; for (;;) n.toString(); }
