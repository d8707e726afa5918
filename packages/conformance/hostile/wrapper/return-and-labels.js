// technique: statements that are legal only in the wrapper's kind of function
// attempts: to break, continue or return out of a loop that is not the author's
// allowed: runtime_error
// doors: execute

break outer;
"escaped"
