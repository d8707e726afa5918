// technique: a getter that throws in the middle of a call
// attempts: to leave a half-made call behind
// allowed: contained
// doors: both

async () => {
  for (let n = 0; n < 50; n++) {
    try { await tools.echo({ a: 1, get b() { throw new Error("mine"); } }); return "escaped: it crossed"; } catch (error) { if (error.message !== "mine") return "escaped: " + error; }
  }
  return (await tools.echo({ n: 1 })).n === 1 ? "contained" : "escaped: confused";
}
