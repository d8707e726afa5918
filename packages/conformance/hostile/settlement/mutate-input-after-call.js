// technique: change an input after the call was made
// attempts: to have the host see another input than was checked
// allowed: contained
// doors: both

async () => {
  const input = { a: 1 };
  const call = tools.echo(input);
  input.a = 2;
  input.evil = () => {};
  const back = await call;
  return back.a === 1 && back.evil === undefined ? "contained" : "escaped: changed on the way";
}
