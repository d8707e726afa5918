// technique: replace tools on their namespace, or the namespace itself
// attempts: to have other code of the run call a forged tool, or a tool under another name
// allowed: contained
// doors: both

async () => {
  const real = tools.echo;
  const tries = [() => { tools.echo = () => "forged"; }, () => { delete tools.echo; }, () => { Object.defineProperty(tools, "echo", { value: () => "forged" }); }, () => { Object.setPrototypeOf(tools, { trap2: 1 }); }, () => { tools.extra = 1; }];
  for (const attempt of tries) { try { attempt(); } catch {} }
  const back = await real({ a: 1 });
  return back.a === 1 ? "contained" : "escaped: " + back;
}
