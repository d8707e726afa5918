// technique: a brace at the start is a block to one reader and an object to another
// attempts: to have the same text run as two programs
// allowed: contained, runtime_error
// doors: execute

{ answer: "x" }; "contained"
