// technique: catch the error of exhausted memory and go on
// attempts: to keep allocating by catching every refusal
// allowed: contained, memory_limit, timeout
// doors: both
// limits: memoryLimitBytes 16777216

async () => {
  let refused = 0;
  for (let n = 0; n < 6; n++) { try { const list = []; for (let at = 0; at < 4_000_000; at++) list.push({}); return "escaped: held them"; } catch { refused++; } }
  return refused === 6 ? "contained" : "escaped";
}
