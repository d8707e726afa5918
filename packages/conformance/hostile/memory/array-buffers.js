// technique: buffers live outside the engine's heap (V8, isolated-vm)
// attempts: to hold 64 MB of bytes under a limit of 16
// allowed: memory_limit, runtime_error
// doors: both
// limits: memoryLimitBytes 16777216

async () => { const kept = []; for (let n = 0; n < 64; n++) kept.push(new Uint8Array(1 << 20).fill(n)); return "escaped: held " + kept.length; }
