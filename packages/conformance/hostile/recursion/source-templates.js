// technique: nested template literals make a parser abort its whole process
// attempts: to end the runner with three kilobytes of text
// allowed: runtime_error, link_error
// doors: execute
// repeat: `${ 3000 1 }`

@PROGRAM@
