// technique: assign to a name the host bound
// attempts: to replace a bridged global for other modules of the run
// allowed: contained
// doors: runCode

let refused = 0;
for (const attempt of [() => { tools = { echo: () => "forged" }; }, () => { console = {}; }, () => { report = () => {}; }]) { try { attempt(); } catch { refused++; } }
export default refused === 3 && tools.echo({ a: 1 }).a === 1 ? "contained" : "escaped: assigned " + (3 - refused);
