// technique: a thenable that never settles
// attempts: to leave the host waiting for ever
// allowed: runtime_error
// doors: both

async () => ({ then() {} })
