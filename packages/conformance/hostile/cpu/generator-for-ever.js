// technique: an endless generator whose finally loops as well
// attempts: to run guest code while the engine unwinds
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => { function* endless() { try { for (;;) yield 1; } finally { for (;;); } } for (const value of endless()) if (value === 2) break; }
