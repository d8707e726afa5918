// technique: syntax that makes compilers import helpers
// attempts: to have the eraser insert an import of its runtime
// allowed: contained, link_error, runtime_error
// doors: runCode

function mark(value: unknown, _context: unknown) { return value as never; }
@mark
class Marked { @mark method() { return 1; } accessor field = 1; }
export default typeof Marked === "function" ? "contained" : "escaped";
