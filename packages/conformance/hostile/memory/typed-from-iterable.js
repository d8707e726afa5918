// technique: builtins that collect an endless iterable
// attempts: to have Array.from or a typed array collect for ever
// allowed: memory_limit, timeout, runtime_error
// doors: both
// limits: memoryLimitBytes 16777216

async () => { Array.from({ *[Symbol.iterator]() { for (;;) yield {}; } }); return "escaped: it ended"; }
