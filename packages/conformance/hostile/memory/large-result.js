// technique: a result that is larger than a frame
// attempts: to have the host hold 64 million characters
// allowed: serialization_error, memory_limit, runtime_error, timeout
// doors: execute
// limits: memoryLimitBytes 268435456

async () => "x".repeat(36_000_000)
