// technique: a getter that loops while the runtime reads a result
// attempts: to use time that is not the program's any more
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => ({ get a() { for (;;); } })
