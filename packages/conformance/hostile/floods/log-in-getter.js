// technique: printing a value whose getter prints
// attempts: to recurse through the console and past its budget
// allowed: contained, runtime_error, timeout
// doors: both
// limits: timeoutMs 300

async () => { const loud = { get a() { console.log(loud); return 1; } }; console.log(loud); return "contained"; }
