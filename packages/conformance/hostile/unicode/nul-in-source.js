// technique: NUL inside the source text
// attempts: to hide code behind the end of a C string
// allowed: runtime_error
// doors: execute

"escaped: the rest was not read" @NUL@ } evil(
