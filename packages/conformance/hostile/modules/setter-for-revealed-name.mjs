// technique: a trap on the global object under the name the runtime uses
// attempts: to be handed the values of a later import
// allowed: contained
// doors: runCode

const caught = [];
for (const name of ["\u0000execbox", "tools", "console", "report", "given", "args"]) {
  try { Object.defineProperty(globalThis, name, { configurable: true, set(value) { caught.push(value); }, get() { return "planted"; } }); } catch {}
}
await import("./nothing.js").catch(() => {});
const back = tools.echo({ a: 1 });
export default caught.length === 0 && back.a === 1 ? "contained" : "escaped: was handed values";
