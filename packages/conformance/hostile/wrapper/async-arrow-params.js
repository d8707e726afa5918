// technique: default parameters run before the body
// attempts: to run code in the wrapper's parameter scope
// allowed: contained, runtime_error
// doors: execute

async (a = globalThis, b = typeof arguments) => (a === globalThis ? "contained" : "escaped")
