// technique: a text doubled until it does not fit
// attempts: to hold texts of several times the limit
// allowed: memory_limit, runtime_error
// doors: both
// limits: memoryLimitBytes 16777216

async () => { const kept = []; let text = "é".repeat(1 << 16); for (let n = 0; n < 400; n++) { text = text.slice(1) + String.fromCharCode(1000 + n); kept.push(text); } return "escaped: held " + kept.length; }
