// technique: loop only after a call has been answered
// attempts: to loop in a turn that the host's answer starts
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => { await tools.slow({ ms: 1 }); for (;;); }
