// technique: nested lookaround with backtracking
// attempts: the same through lookbehind, where engines check less often
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => { /(?<=^(?:(?:a|a)*)*)b(?!c)/.test("a".repeat(45) + "x"); /^((a|a)+)+$/.test("a".repeat(40) + "!"); return "escaped: it ended"; }
