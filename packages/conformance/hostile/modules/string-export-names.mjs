// technique: export names may be any string
// attempts: to export __proto__, constructor and names with NUL
// allowed: contained
// doors: runCode

const value = "escaped: chosen by name";
export { value as "__proto__", value as "constructor", value as "a b", value as "\u0000x" };
export default "contained";
