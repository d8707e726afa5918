// technique: reports of megabytes
// attempts: to hold more in reports than a frame may carry
// allowed: contained, memory_limit, timeout, runtime_error, serialization_error
// doors: runCode

const bytes = new Uint8Array(4_000_000);
for (let n = 0; n < 12; n++) report(bytes);
export default "contained";
