// technique: enum and namespace names become generated code
// attempts: to break out of the generated function through a member's name
// allowed: contained
// doors: runCode

enum Names { 'a"];evil();["' = 1, "${1}" = 2, "\u2028" = 3, "`+evil()+`" = 4 }
namespace Inner { export const x = Object.keys(Names).length; }
const evil = (): never => { throw new Error("ran"); };
export default Inner.x >= 4 ? "contained" : "escaped: " + String(Inner.x) + typeof evil;
