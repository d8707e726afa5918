// technique: busy waiting on the clock in place of timers
// attempts: to sleep past the deadline
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => { const end = Date.now() + 60_000; while (Date.now() < end); return "escaped: waited a minute"; }
