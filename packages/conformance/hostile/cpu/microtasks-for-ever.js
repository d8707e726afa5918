// technique: jobs that make jobs (starvation by promises)
// attempts: to keep the queue of jobs from ever being empty
// allowed: timeout
// doors: both
// limits: timeoutMs 300

async () => { const again = () => Promise.resolve().then(again); return again(); }
