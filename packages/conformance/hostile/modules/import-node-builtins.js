// technique: dynamic import of the host's own modules (vm2 NodeVM, GHSA on node:sqlite and others)
// attempts: to load any builtin of Node, std or os of QuickJS, or a URL
// allowed: contained
// doors: both

async () => {
  const names = ["fs", "node:fs", "child_process", "node:child_process", "process", "node:process", "module", "node:module", "worker_threads", "node:sqlite", "vm", "std", "os", "qjs:std", "qjs:os", "bjson", "qjs:bjson", "electron", "bun", "data:text/javascript,export default 1", "file:///etc/passwd", "https://example.com/x.js", "/etc/passwd", "../package.json", "", "\u0000", "execbox:runtime", "execbox:program"];
  for (const name of names) {
    try { const found = await import(name); return "escaped: loaded " + name + " " + Object.keys(found); } catch (error) { if (!(error instanceof Error)) return "escaped: " + typeof error; }
  }
  return "contained";
}
