// technique: call a tool of another run by its name
// attempts: to reach a provider that earlier runs on this executor had
// allowed: contained
// doors: both

async () => {
  const ways = [() => vault.open({}), () => globalThis.vault.open({}), () => tools["../vault/open"]({}), () => tools["vault.open"]({}), () => tools.__proto__.open({}), () => tools.open({})];
  for (const way of ways) {
    try { await way(); return "escaped: " + way; } catch (error) { if (!(error instanceof Error)) return "escaped: " + error; }
  }
  return "contained";
}
