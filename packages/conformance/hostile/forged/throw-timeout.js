// technique: throw an error that says it timed out
// attempts: to get the verdict timeout
// allowed: runtime_error
// doors: both

async () => {
  throw Object.assign(new Error("Execution timed out"), { code: "timeout", name: "TimeoutError", kind: "interrupted" });
}
