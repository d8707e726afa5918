// technique: print large structures again and again
// attempts: to make formatting cost more than printing
// allowed: contained, timeout
// doors: both
// limits: timeoutMs 300

async () => { const wide = Array.from({ length: 5000 }, (_x, n) => ({ n })); for (let n = 0; n < 150; n++) console.log(wide); return "contained"; }
