// technique: report without end
// attempts: to fill the host with reports
// allowed: contained, timeout
// doors: runCode

for (let n = 0; n < 30_000; n++) report(n);
export default "contained";
