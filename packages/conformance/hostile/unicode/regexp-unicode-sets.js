// technique: patterns with properties and sets
// attempts: to crash the engine's tables of letters
// allowed: contained, timeout, runtime_error
// doors: both
// limits: timeoutMs 1500

async () => {
  const patterns = ["\\p{L}+\\P{L}", "[\\p{Script=Greek}&&\\p{L}]", "[\\p{ASCII}--[a-z]]", "\\p{RGI_Emoji}", "(?<𝒳>.)\\k<𝒳>", "[^\\u{0}-\\u{10ffff}]"];
  for (const pattern of patterns) for (const flags of ["u", "v", "iu"]) {
    try { new RegExp(pattern, flags).test("aΩ😀\u0000\uD800"); } catch (error) { if (!(error instanceof SyntaxError)) return "escaped: " + error; }
  }
  return "contained";
}
