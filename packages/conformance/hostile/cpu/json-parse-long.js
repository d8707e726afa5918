// technique: JSON of a long text is one call
// attempts: to sit inside parse and stringify
// allowed: timeout, memory_limit, runtime_error
// doors: both
// needs: deadlineInBuiltins
// limits: timeoutMs 300

async () => { const text = "[" + "1,".repeat(1_000_000) + "1]"; for (;;) JSON.stringify(JSON.parse(text)); }
