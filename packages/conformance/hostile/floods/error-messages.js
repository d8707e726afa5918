// technique: an error with a message of millions of characters
// attempts: to have the host carry and keep it
// allowed: runtime_error
// doors: both

async () => { throw new Error("m".repeat(4_000_000)); }
