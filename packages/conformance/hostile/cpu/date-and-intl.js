// technique: parsing dates in a loop with odd texts
// attempts: to find a builtin without an interrupt
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => { const text = "1".repeat(5000); for (;;) { Date.parse(text); new Date(text).getTime(); } }
