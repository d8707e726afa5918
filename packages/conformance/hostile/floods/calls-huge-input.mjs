// technique: one call with a huge input
// attempts: to have the host hold what no frame may carry
// allowed: contained, serialization_error, memory_limit, timeout
// doors: runCode
// limits: memoryLimitBytes 134217728

let answer = "contained";
try { await tools.echo({ text: "x".repeat(34_000_000) }); answer = "escaped: it crossed"; } catch {}
export default answer;
