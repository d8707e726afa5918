// technique: a row of operators nests as deep as it is long
// attempts: to overflow the parser with one letter
// allowed: runtime_error, link_error
// doors: execute
// repeat: ! 200000 1

@PROGRAM@
