// technique: an unclosed template swallows the wrapper
// attempts: to turn the rest of the wrapper into text
// allowed: runtime_error
// doors: execute

"escaped" + `
