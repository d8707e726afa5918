// technique: close the wrapper, run code outside it, open another
// attempts: to run outside the function that the program is wrapped in
// allowed: runtime_error
// doors: execute

}); globalThis.escaped = true; (async () => {
"escaped"
