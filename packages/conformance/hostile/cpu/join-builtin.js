// technique: join of an array of a hundred million holes
// attempts: to sit inside join
// allowed: timeout, memory_limit, runtime_error
// doors: both
// needs: deadlineInBuiltins
// limits: timeoutMs 300

async () => { for (;;) { const list = []; list.length = 100_000_000; list.join(""); } }
