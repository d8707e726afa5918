// technique: patch builtins while a call is under way
// attempts: to change how the answer is read
// allowed: contained
// doors: runCode

const pending = tools.slow({ ms: 3, value: { a: [1] } });
JSON.parse = () => "rewritten";
const { then } = Promise.prototype;
Promise.prototype.then = () => { throw new Error("asked"); };
Object.defineProperty(Object.prototype, "a", { set() { throw new Error("set"); }, get() { return "inherited"; }, configurable: true });
const back = await pending;
delete Object.prototype.a;
Promise.prototype.then = then;
export default back.value?.a?.[0] === 1 ? "contained" : "escaped: rewritten to " + back;
