// technique: every job queues two
// attempts: to grow the queue of jobs without a call
// allowed: timeout, memory_limit
// doors: both
// limits: timeoutMs 300, memoryLimitBytes 16777216

async () => { const twice = () => { queueMicrotask(twice); queueMicrotask(twice); }; twice(); await new Promise(() => {}); }
