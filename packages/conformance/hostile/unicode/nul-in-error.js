// technique: NUL in the message and name of a thrown error
// attempts: to cut the report of an error, or what follows it
// allowed: runtime_error
// doors: both

async () => {
  throw Object.assign(new Error("before\u0000after"), { name: "Na\u0000me" });
}
