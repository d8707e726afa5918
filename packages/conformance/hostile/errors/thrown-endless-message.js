// technique: a message that is a getter, and longer each time
// attempts: to make the describer read without end
// allowed: runtime_error
// doors: both

async () => {
  let text = "x";
  throw { get message() { text += text.length < 1e6 ? text : ""; return text; }, get name() { return text; } };
}
