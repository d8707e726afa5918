// technique: inputs with keys that JSON drops
// attempts: to send fields that a check does not see
// allowed: contained
// doors: both

async () => {
  const hidden = Object.defineProperty({ a: 1, [Symbol("s")]: 2 }, "secret", { value: 3, enumerable: false });
  const back = await tools.echo(hidden);
  return Reflect.ownKeys(back).join() === "a" ? "contained" : "escaped: " + String(Reflect.ownKeys(back));
}
