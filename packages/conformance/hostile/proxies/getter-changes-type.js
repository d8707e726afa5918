// technique: a getter that gives JSON when looked at and a bigint when written
// attempts: to pass the check with one value and send another
// allowed: contained, serialization_error, runtime_error
// doors: both

async () => {
  let asked = 0;
  const value = { get a() { return asked++ === 0 ? 1 : 1n; } };
  const back = await tools.echo(value);
  return ["number", "bigint", "undefined"].includes(typeof back.a) ? "contained" : "escaped: " + typeof back.a;
}
