// technique: a resizable buffer reserves its maximum
// attempts: to reserve many gigabytes by maxByteLength
// allowed: contained, memory_limit, runtime_error
// doors: both
// limits: memoryLimitBytes 16777216

async () => {
  const kept = [];
  for (let n = 0; n < 40; n++) {
    const buffer = new ArrayBuffer(0, { maxByteLength: 2 ** 30 });
    if (!buffer.resizable) return "contained";
    buffer.resize(2 ** 20);
    new Uint8Array(buffer).fill(1);
    kept.push(buffer);
  }
  return "escaped: held " + kept.length;
}
