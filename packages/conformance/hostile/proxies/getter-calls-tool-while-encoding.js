// technique: a getter of a call's input makes another call
// attempts: to mix up the numbers or order of calls
// allowed: contained
// doors: both

async () => {
  const inner = [];
  const value = { get a() { inner.push(tools.echo({ n: 2 })); return 1; } };
  const outer = await tools.echo(value);
  const [second] = await Promise.all(inner);
  return outer.a === 1 && second.n === 2 ? "contained" : "escaped: answers were mixed up";
}
