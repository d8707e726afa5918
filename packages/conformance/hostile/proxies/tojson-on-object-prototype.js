// technique: JSON.stringify asks every object for toJSON
// attempts: to rewrite what the runtime sends by a toJSON on the prototypes
// allowed: contained
// doors: both

async () => {
  Object.prototype.toJSON = () => "rewritten";
  Array.prototype.toJSON = () => "rewritten";
  String.prototype.toJSON = () => "rewritten";
  const back = await tools.echo({ a: [1, "x"] });
  return back.a?.[1] === "x" ? "contained" : "escaped: the call was rewritten to " + back;
}
