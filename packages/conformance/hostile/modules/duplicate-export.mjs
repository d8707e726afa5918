// technique: exports that collide, or names that are strings
// attempts: to confuse the table of exports
// allowed: link_error
// doors: runCode

const a = 1;
export { a as default };
export { a as "default" };
