// technique: a revoked proxy throws even from Array.isArray
// attempts: to break the console and the encoder
// allowed: contained
// doors: both

async () => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  console.log(proxy, [proxy], { proxy });
  try { await tools.echo(proxy); return "escaped: it crossed"; } catch (error) { return error instanceof TypeError || error.name === "SerializationError" ? "contained" : "escaped: " + error; }
}
