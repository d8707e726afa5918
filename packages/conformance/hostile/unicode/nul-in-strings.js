// technique: NUL ends a string in C
// attempts: to have text cut at a NUL in values, keys, logs and errors
// allowed: contained
// doors: both

async () => {
  const value = { "a\u0000b": "c\u0000d", list: ["\u0000", "\u0000\u0000x"] };
  const back = await tools.echo(value);
  console.log("x\u0000y");
  return JSON.stringify(back) === JSON.stringify(value) ? "contained" : "escaped: cut to " + JSON.stringify(back);
}
