// technique: a module's own namespace, imported by itself
// attempts: to change bindings through the namespace object
// allowed: contained, link_error, runtime_error
// doors: runCode

export const secret = 1;
const own = await import("./self.js").catch(() => undefined);
export default own === undefined ? "contained" : "escaped: " + Object.keys(own);
