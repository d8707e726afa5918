// technique: a pattern nested ten thousand groups deep
// attempts: to overflow the pattern compiler or matcher
// allowed: contained, runtime_error, memory_limit, timeout
// doors: both
// limits: timeoutMs 1500

async () => { try { new RegExp("(?:".repeat(20_000) + "a" + ")".repeat(20_000)).test("a"); } catch (error) { if (!(error instanceof Error)) return "escaped: " + typeof error; } return "contained"; }
