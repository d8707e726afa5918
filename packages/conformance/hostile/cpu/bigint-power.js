// technique: arithmetic of huge integers is one operation
// attempts: to sit inside a multiplication
// allowed: timeout, memory_limit, runtime_error
// doors: both
// needs: deadlineInBuiltins
// limits: timeoutMs 300, memoryLimitBytes 16777216

async () => { let n = 3n; for (;;) n = n * n; }
