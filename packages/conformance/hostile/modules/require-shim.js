// technique: names that bundlers and CommonJS leave around
// attempts: to find require, module, exports or __dirname in any scope
// allowed: contained
// doors: both

async () => {
  const found = [];
  try { found.push(typeof require); } catch {}
  try { found.push(typeof module); } catch {}
  try { found.push(typeof exports); } catch {}
  try { found.push(typeof __dirname, typeof __filename); } catch {}
  return found.every((kind) => kind === "undefined") ? "contained" : "escaped: " + found;
}
