// technique: one integer of a hundred million bits
// attempts: to hold more in integers than the limit
// allowed: memory_limit, runtime_error, timeout
// doors: both
// needs: deadlineInBuiltins
// limits: timeoutMs 1500, memoryLimitBytes 16777216

async () => { const kept = []; for (let n = 0; n < 60; n++) kept.push(1n << BigInt(8_000_000 + n)); return "escaped: held " + kept.length; }
