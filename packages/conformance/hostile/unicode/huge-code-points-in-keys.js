// technique: keys made of astral letters, numbers as text, and empty text
// attempts: to confuse tables of properties
// allowed: contained
// doors: both

async () => {
  const value = { "": 1, "4294967295": 2, "4294967294": 3, "-0": 4, "1e3": 5, "𝒳": 6, "\u{10FFFF}": 7, "__proto__x": 8, "length": 9 };
  const back = await tools.echo(value);
  return JSON.stringify(back) === JSON.stringify(value) ? "contained" : "escaped: " + JSON.stringify(back);
}
