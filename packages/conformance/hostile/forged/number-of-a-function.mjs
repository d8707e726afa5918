// technique: host functions are numbers on the wire (run's bridge)
// attempts: to call a number that was never handed out
// allowed: contained
// doors: runCode

const probes = [];
for (const id of [0, 1, 2, 3, 7, 99, -1, 1.5]) probes.push({ $: "function", v: id }, { $: "fn", v: id }, { $: "promise", v: id });
const back = tools.echo(probes);
const called = back.filter((value) => typeof value === "function" || (value && typeof value.then === "function"));
export default called.length === 0 ? "contained" : "escaped: a tag in data became a function";
