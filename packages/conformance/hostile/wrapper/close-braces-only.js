// technique: one closing brace too many
// attempts: to end the wrapper early
// allowed: runtime_error
// doors: execute

return "escaped: closed the wrapper" } + {
