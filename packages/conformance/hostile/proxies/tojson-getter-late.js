// technique: a toJSON that a getter of the value installs while it is read
// attempts: to change the writer between the check and the writing
// allowed: contained, serialization_error, runtime_error
// doors: both

async () => {
  const value = { get first() { Object.prototype.toJSON = function () { return { evil: true }; }; return 1; }, second: { deep: [1] } };
  const back = await tools.echo(value);
  delete Object.prototype.toJSON;
  return back.evil === undefined ? "contained" : "escaped: rewritten while it was read";
}
