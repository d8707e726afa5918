// technique: top-level await on a promise that never settles
// attempts: to leave the run neither ended nor alive
// allowed: runtime_error
// doors: runCode

await new Promise(() => {});
export default "escaped: went on";
