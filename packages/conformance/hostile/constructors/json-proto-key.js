// technique: a __proto__ key in data becomes a prototype where it is merged
// attempts: to pollute the host's Object.prototype through tool input, logs and result
// allowed: contained
// doors: both

async () => {
  const bomb = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
  console.log(bomb);
  const back = await tools.echo(bomb);
  if ({}.polluted !== undefined) return "escaped: polluted in here";
  return Object.getPrototypeOf(back) === Object.prototype ? "contained" : "escaped: a prototype crossed";
}
