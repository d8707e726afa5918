// technique: one buffer of two gigabytes
// attempts: to have the host reserve it
// allowed: memory_limit, runtime_error
// doors: both
// limits: memoryLimitBytes 16777216

async () => { const bytes = new ArrayBuffer(2 ** 31); new Uint8Array(bytes)[2 ** 31 - 1] = 1; return "escaped: " + bytes.byteLength; }
