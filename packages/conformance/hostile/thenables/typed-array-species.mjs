// technique: typed arrays and buffers ask a species when sliced
// attempts: to be handed the runtime's buffers while bytes cross
// allowed: contained
// doors: runCode

let made = 0;
const bytes = new Uint8Array([1, 2, 3]);
bytes.constructor = { get [Symbol.species]() { made++; return Uint8Array; } };
Object.defineProperty(ArrayBuffer, Symbol.species, { configurable: true, get() { made++; return ArrayBuffer; } });
const back = tools.echo(bytes);
export default made === 0 && back.length === 3 ? "contained" : "escaped: asked " + made;
