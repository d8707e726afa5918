// technique: a trap that loops while the console formats
// attempts: to loop inside the runtime
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => { console.log(new Proxy({}, { ownKeys() { for (;;); }, get() { for (;;); } })); }
