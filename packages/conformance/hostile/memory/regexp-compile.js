// technique: counted repetition makes the compiled pattern huge
// attempts: to have the pattern compiler allocate without a limit
// allowed: contained, memory_limit, runtime_error, timeout
// doors: both
// limits: timeoutMs 1500, memoryLimitBytes 16777216

async () => {
  try { new RegExp("(?:(?:(?:(?:a{1,1000}){1,1000}){1,1000}){1,1000}){1,1000}").test("b"); new RegExp("(?:a|b|c){60000}".repeat(20)).test("b"); } catch (error) { if (!(error instanceof Error)) return "escaped: " + error; }
  return "contained";
}
