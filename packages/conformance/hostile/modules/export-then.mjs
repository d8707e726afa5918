// technique: a module that exports `then` is a thenable to import() and await
// attempts: to run code when the host or runtime awaits the namespace
// allowed: contained
// doors: runCode

let asked = 0;
export function then(resolve) { asked++; resolve("escaped: awaited as a promise"); }
export default () => (asked === 0 ? "contained" : "escaped: asked " + asked);
