// technique: a Map whose iteration methods are replaced
// attempts: to feed the encoder entries that never end, or other entries than there are
// allowed: contained
// doors: runCode

const map = new Map([["a", 1]]);
map.forEach = () => { throw new Error("asked"); };
map.entries = map[Symbol.iterator] = function* () { for (;;) yield ["x", 1]; };
Object.defineProperty(map, "size", { value: 1e9 });
const back = tools.echo(map);
export default back instanceof Map && back.get("a") === 1 ? "contained" : "escaped: another map";
