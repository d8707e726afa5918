// technique: the text of functions gives away what surrounds them
// attempts: to read the runtime's or the wrapper's source through toString
// allowed: contained
// doors: both

async () => {
  const suspects = [console.log, tools.echo, structuredClone, Math.random, eval, Function, Error.prepareStackTrace];
  for (const each of suspects) {
    if (typeof each !== "function") continue;
    const text = Function.prototype.toString.call(each);
    if (/askHost|encodeValue|weakMap|primordial|host\(/i.test(text) && text.length > 400) {
      return "escaped: read " + text.slice(0, 60);
    }
  }
  return "contained";
}
