// technique: free identifiers that are not bound fall through to the global object's prototype
// attempts: to shadow or replace what the host gave as globals
// allowed: contained
// doors: runCode

Object.prototype.tools = { echo: () => "forged" };
globalThis.tools = { echo: () => "forged" };
const back = tools.echo({ real: true });
delete Object.prototype.tools;
export default back.real === true ? "contained" : "escaped: a binding was replaced";
