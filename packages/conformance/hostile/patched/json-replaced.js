// technique: replace JSON before calling a tool
// attempts: to rewrite what crosses in both directions
// allowed: contained
// doors: both

async () => {
  JSON.stringify = () => '{"evil":1}';
  JSON.parse = () => ({ evil: 2 });
  const back = await tools.echo({ a: 1 });
  console.log({ b: 2 });
  return back.evil === undefined && back.a === 1 ? "contained" : "escaped: rewritten";
}
