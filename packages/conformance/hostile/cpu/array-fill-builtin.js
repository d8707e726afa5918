// technique: one builtin over a huge array-like (no interrupt inside)
// attempts: to sit inside a builtin past the deadline
// allowed: timeout, memory_limit, runtime_error
// doors: both
// needs: deadlineInBuiltins
// limits: timeoutMs 300

async () => { for (;;) Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1); }
