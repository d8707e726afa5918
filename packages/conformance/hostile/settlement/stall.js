// technique: wait for a promise that nothing can settle
// attempts: to stay for ever without using the processor
// allowed: runtime_error
// doors: both

async () => { await new Promise(() => {}); }
