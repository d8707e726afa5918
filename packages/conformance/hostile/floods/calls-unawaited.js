// technique: call tools without awaiting any
// attempts: to have the host run a hundred thousand tools at once
// allowed: contained, timeout, memory_limit, runtime_error, tool_error
// doors: both
// limits: timeoutMs 1500

async () => { for (let n = 0; n < 3_000; n++) { const call = tools.slow({ ms: 1 }); call?.catch?.(() => {}); } return "contained"; }
