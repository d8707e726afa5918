// technique: a `then` getter that throws while the runtime looks
// attempts: to make the runtime's own await fail where nothing catches
// allowed: runtime_error
// doors: both

async () => Object.defineProperty({}, "then", { get() { throw new Error("looked"); } })
