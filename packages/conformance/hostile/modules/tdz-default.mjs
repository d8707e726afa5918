// technique: the default export is read before it is initialised
// attempts: to get a verdict out of a half-evaluated module
// allowed: contained, runtime_error
// doors: runCode

const early = (() => { try { return late; } catch { return "contained"; } })();
const late = "escaped: read early";
export default early;
