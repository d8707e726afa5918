// technique: bidirectional controls and invisible letters in source
// attempts: to have the reader and the engine see other programs
// allowed: contained
// doors: both

async () => {
  const access = "user‮ ⁦// check⁩ ⁦";
  const admin‌ = "other";
  const admin = "contained";
  return access.length > 4 ? admin : admin‌;
}
