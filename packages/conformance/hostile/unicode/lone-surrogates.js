// technique: strings that are not well-formed Unicode
// attempts: to have them cut, replaced or refused on the way to the host and back
// allowed: contained
// doors: both

async () => {
  const texts = ["\uD800", "\uDFFF", "a\uD83D", "\uDE00b", "\uD83D\uDE00", "\uDC00\uD800"];
  const back = await tools.echo({ texts });
  for (const text of texts) console.log(text);
  return back.texts.every((text, n) => text === texts[n]) ? "contained" : "escaped: " + JSON.stringify(back.texts);
}
