// technique: copy every property, prototype and hidden field of a trusted error
// attempts: to get the verdict tool_error for an error of one's own
// allowed: runtime_error
// doors: execute

let trusted;
try { await tools.fail({}); } catch (error) { trusted = error; }
const copy = Object.create(Object.getPrototypeOf(trusted), Object.getOwnPropertyDescriptors(trusted));
throw copy;
