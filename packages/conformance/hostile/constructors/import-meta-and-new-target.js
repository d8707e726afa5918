// technique: syntax that yields objects no table of globals lists
// attempts: to reach something through new.target, arguments.callee and the caller chain
// allowed: contained
// doors: both

async () => {
  function sloppy() {
    const found = [];
    try { found.push(arguments.callee.caller); } catch {}
    try { found.push(sloppy.caller); } catch {}
    try { found.push(sloppy.arguments); } catch {}
    return found.filter((value) => typeof value === "function");
  }
  const callers = sloppy();
  if (callers.length > 0) return "escaped: saw its callers";
  return "contained";
}
