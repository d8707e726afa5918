// technique: replace what copies bytes
// attempts: to be handed buffers, or to change them on the way
// allowed: contained
// doors: runCode

let ran = 0;
const parent = Object.getPrototypeOf(Uint8Array);
for (const prototype of [parent.prototype, ArrayBuffer.prototype, DataView.prototype]) {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (name === "constructor") continue;
    try { Object.defineProperty(prototype, name, { configurable: true, get() { ran++; return undefined; } }); } catch {}
  }
}
globalThis.Uint8Array = function () { ran++; };
const back = tools.echo({ bytes: new Uint16Array([1, 2]) });
export default ran === 0 && back.bytes[1] === 2 ? "contained" : "escaped: ran " + ran;
