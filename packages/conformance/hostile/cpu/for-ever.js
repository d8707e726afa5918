// technique: the plain endless loop
// attempts: to use the processor for ever
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => { for (;;); }
