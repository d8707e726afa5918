// technique: declare names the link stage might use for itself
// attempts: to collide with generated bindings
// allowed: contained, link_error
// doors: runCode

var _default = "x", __default__ = "y", $default = "z", exports = 1, module = 2, require = 3, globals = 4;
export default [_default, __default__, $default, exports, module, require, globals].length === 7 ? "contained" : "escaped";
