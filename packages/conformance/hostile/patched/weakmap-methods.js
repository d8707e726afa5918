// technique: replace the collections a runtime keeps its secrets in
// attempts: to read which errors are trusted, and to add one
// allowed: runtime_error
// doors: execute

let key;
const real = WeakMap.prototype.get;
for (const Type of [Map, WeakMap, Set, WeakSet]) {
  for (const name of Object.getOwnPropertyNames(Type.prototype)) {
    if (name === "constructor" || name === "size") continue;
    Type.prototype[name] = function (...args) { key = this; return { call: 1, unserializable: false }; };
  }
}
try { await tools.fail({}); } catch {}
throw Object.assign(new Error("no such file"), { code: "tool_error" });
