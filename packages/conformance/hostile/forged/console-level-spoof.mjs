// technique: the runtime's own levels of console calls
// attempts: to call the console with a level that counts what was cut
// allowed: contained
// doors: runCode

const made = {};
for (const name of ["cut-logs", "cut-reports", "__proto__", "constructor", "emit"]) {
  try { console[name]?.("x"); } catch {}
  made[name] = typeof Object.getOwnPropertyDescriptor(console, name);
}
export default Object.values(made).every((kind) => kind === "undefined") ? "contained" : "escaped: " + JSON.stringify(made);
