// technique: names that look alike and normalise to the same text
// attempts: to call a tool by a name that only normalises to its own
// allowed: contained
// doors: both

async () => {
  for (const name of ["ｔrap", "tra\u0070\u200d", "TRAP", "tráp", "trap\u0000", "trap "]) {
    if (typeof tools[name] === "function") return "escaped: " + name;
  }
  return "contained";
}
