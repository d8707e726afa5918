// technique: a value nested a hundred thousand deep
// attempts: to overflow whoever encodes or prints it
// allowed: contained, runtime_error, memory_limit
// doors: both

async () => {
  let deep = [];
  for (let n = 0; n < 20_000; n++) deep = [deep];
  try { await tools.echo(deep); return "escaped: it crossed"; } catch (error) { if (!(error instanceof Error)) return "escaped: " + typeof error; }
  console.log(deep);
  try { structuredClone(deep); } catch {}
  return "contained";
}
