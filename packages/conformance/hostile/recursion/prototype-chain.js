// technique: a prototype chain of a hundred thousand objects
// attempts: to make every look-up walk or recurse
// allowed: contained, runtime_error, memory_limit, timeout
// doors: both

async () => { let value = {}; for (let n = 0; n < 100_000; n++) value = Object.create(value); void value.missing; try { await tools.echo(value); } catch {} return "contained"; }
