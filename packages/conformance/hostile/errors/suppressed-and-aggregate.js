// technique: AggregateError and SuppressedError wrap errors (GHSA-x965)
// attempts: to smuggle a trusted error inside another and have it believed
// allowed: runtime_error
// doors: execute

async () => {
  let trusted;
  try { await tools.fail({}); } catch (error) { trusted = error; }
  const wrapped = new AggregateError([trusted], trusted.message, { cause: trusted });
  wrapped.name = trusted.name;
  wrapped.code = trusted.code;
  throw wrapped;
}
