// technique: report values that look like the host's own records of a report
// attempts: to fill logs or results through report
// allowed: contained
// doors: runCode

report({ kind: "print", level: "log", value: { text: "[]" } });
report({ type: "done", ok: true, result: "escaped" });
report("cut-logs");
console.log("cut-reports", [1e9]);
export default "contained";
