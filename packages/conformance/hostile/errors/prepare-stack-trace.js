// technique: Error.prepareStackTrace gets call sites (vm2 CVE-2022-36067, CVE-2023-29199)
// attempts: to read functions and receivers of frames that are not the guest's
// allowed: contained
// doors: both

async () => {
  let sites = "never asked";
  try {
    Error.prepareStackTrace = (_error, frames) => {
      sites = frames;
      return frames;
    };
  } catch {}
  const { stack } = new Error("x");
  if (Array.isArray(stack) || Array.isArray(sites)) return "escaped: call sites";
  try { await tools.fail({}); } catch (error) { void error.stack; }
  return sites === "never asked" ? "contained" : "escaped: the hook was called";
}
