// technique: await in a loop
// attempts: to look idle between turns and run for ever
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => { for (;;) await null; }
