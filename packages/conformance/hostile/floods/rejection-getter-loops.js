// technique: an unhandled rejection whose message is a getter that loops
// attempts: to hold the runner up while it writes diagnostics
// allowed: contained, timeout
// doors: both
// limits: timeoutMs 1500

async () => { Promise.reject({ get message() { for (;;); } }); return "contained"; }
