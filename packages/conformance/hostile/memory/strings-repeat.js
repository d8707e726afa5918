// technique: repeat makes a text of any length in one call
// attempts: to make a text larger than the limit at once
// allowed: memory_limit, runtime_error
// doors: both
// limits: memoryLimitBytes 16777216

async () => {
  // A search makes engines that put texts together lazily do it now.
  const kept = [];
  for (let n = 0; n < 4; n++) { const text = "ab".repeat(20_000_000 + n); kept.push(text, text.indexOf("bb" + n)); }
  return "escaped: held " + kept.length;
}
