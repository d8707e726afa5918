// technique: a proxy of a trusted error passes every look but identity
// attempts: to get the verdict tool_error for a proxy
// allowed: runtime_error
// doors: execute

let trusted;
try { await tools.fail({}); } catch (error) { trusted = error; }
throw new Proxy(trusted, {});
