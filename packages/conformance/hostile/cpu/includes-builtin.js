// technique: a search for what is not there in a long text, over and over in one call
// attempts: to sit inside a builtin of strings
// allowed: timeout, memory_limit, runtime_error
// doors: both
// needs: deadlineInBuiltins
// limits: timeoutMs 300

async () => { const text = "a".repeat(2_000_000); const needle = "a".repeat(1_000_000) + "b"; for (;;) { text.lastIndexOf(needle); text.replaceAll("aa", "b"); } }
