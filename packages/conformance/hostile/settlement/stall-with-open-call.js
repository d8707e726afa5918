// technique: wait for a promise while an answered call is left behind
// attempts: to stay for ever because something once was open
// allowed: runtime_error, timeout
// doors: both
// limits: timeoutMs 1500

async () => { await tools.slow({ ms: 1 }); await new Promise(() => {}); }
