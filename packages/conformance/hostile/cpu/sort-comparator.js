// technique: a comparison that never returns, inside a builtin
// attempts: to hide the loop behind a builtin's frame
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => { [3, 1, 2].sort(() => { for (;;); }); }
