// technique: a pattern that takes exponential time
// attempts: to spend for ever inside one call of the pattern engine
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => { /^(a+)+$/.test("a".repeat(40) + "!"); return "escaped: it ended"; }
