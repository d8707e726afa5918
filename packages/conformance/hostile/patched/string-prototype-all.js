// technique: replace every method of String.prototype
// attempts: to see or change the texts that cross
// allowed: contained
// doors: both

async () => {
  let handed = 0;
  for (const name of Object.getOwnPropertyNames(String.prototype)) {
    if (typeof String.prototype[name] === "function" && name !== "constructor") String.prototype[name] = function () { handed++; return "x"; };
  }
  const back = await tools.echo({ text: "secret" });
  console.log("a", "b");
  return handed === 0 && back.text === "secret" ? "contained" : "escaped: handed " + handed;
}
