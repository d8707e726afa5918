// technique: one line of millions of characters
// attempts: to fill the host with one line
// allowed: contained
// doors: both

async () => { console.log("x".repeat(1_000_000)); console.error("y".repeat(1_000_000), "z".repeat(1000)); return "contained"; }
