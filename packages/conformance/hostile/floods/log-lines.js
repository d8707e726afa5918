// technique: print without end
// attempts: to fill the host with lines
// allowed: contained, timeout
// doors: both
// limits: timeoutMs 1500

async () => { for (let n = 0; n < 20_000; n++) console.log("line", n); return "contained"; }
