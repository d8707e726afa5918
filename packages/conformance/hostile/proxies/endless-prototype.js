// technique: getPrototypeOf that answers with a new object each time
// attempts: to send whoever walks the chain up for ever
// allowed: contained, serialization_error, runtime_error
// doors: both

async () => {
  const endless = () => new Proxy({}, { getPrototypeOf: () => endless() });
  try { await tools.echo(endless()); } catch {}
  console.log(endless());
  return "contained";
}
