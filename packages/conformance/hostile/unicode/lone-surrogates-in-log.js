// technique: console lines that cannot be written as UTF-8
// attempts: to have a line changed on the way (checked by the runner of the corpus)
// allowed: contained
// doors: both
// logs: ["\ud800|\udc00", "\u0000|x"]

async () => {
  console.log("\uD800|\uDC00");
  console.log("\u0000|x");
  return "contained";
}
