// technique: Reflect.construct calls what `new` cannot name
// attempts: to construct every function constructor with text, under another's prototype
// allowed: contained
// doors: both

async () => {
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const kind of kinds) {
    for (const target of [Object, Array, Error, class {}]) {
      try {
        const made = Reflect.construct(kind.constructor, ["return 7"], target);
        if (typeof made === "function") return "escaped: constructed code under " + target.name;
      } catch {}
    }
  }
  return "contained";
}
