// technique: backtraces tell where the host lives (GHSA-x6m4: absolute host paths)
// attempts: to read file names of the host in any stack
// allowed: contained
// doors: both

async () => {
  const stacks = [];
  for (const fail of [() => null.x, () => JSON.parse("{"), () => tools.echo(1n), () => structuredClone(() => {}), () => new Proxy({}, null), () => BigInt("x"), () => "x".repeat(-1)]) {
    try { await fail(); } catch (error) { stacks.push(String(error.stack), String(error.message)); }
  }
  const text = stacks.join("\n");
  return /node_modules|node:|file:\/\/|\/dist\/|\.wasm|execbox:runtime/.test(text) ? "escaped: " + text.slice(0, 300) : "contained";
}
