// technique: replace what might make identifiers
// attempts: to fix the numbers or ids of calls
// allowed: contained
// doors: both

async () => {
  Math.random = () => 0;
  Math.floor = Math.imul = () => { throw new Error("asked"); };
  Date.now = () => 0;
  const [one, two] = await Promise.all([tools.echo({ n: 1 }), tools.echo({ n: 2 })]);
  return one.n === 1 && two.n === 2 ? "contained" : "escaped: ids collide";
}
