// technique: contextual keywords as names
// attempts: to give the wrapper's await another meaning
// allowed: runtime_error
// doors: execute

var await = (x) => "escaped"; await
