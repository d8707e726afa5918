// technique: a loop that catches everything, the interrupt too
// attempts: to survive being interrupted
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => { for (;;) { try { for (;;); } catch {} finally { continue; } } }
