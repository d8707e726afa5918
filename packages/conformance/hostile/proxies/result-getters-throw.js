// technique: a result whose getters throw
// attempts: to end the run in no verdict at all
// allowed: runtime_error
// doors: both

async () => ({ get a() { throw new Error("read"); } })
