// technique: the second argument of import() is read by the engine
// attempts: to run code, or to load JSON or bytes through import attributes
// allowed: contained, link_error
// doors: both

async () => {
  for (const options of [{ with: { type: "json" } }, { with: { type: "bytes" } }, { with: { type: "text" } }, { get with() { throw new Error("read"); } }, new Proxy({}, { get() { throw new Error("trap"); } })]) {
    try { await import("./package.json", options); return "escaped: loaded"; } catch {}
  }
  return "contained";
}
