// technique: `with` and sloppy mode give scopes to objects
// attempts: to run sloppy code, or `with` over the wrapper's scope
// allowed: runtime_error
// doors: execute

with (globalThis) { "escaped: with" }
