// technique: a chain of arrows nests as deep as it is long
// attempts: to overflow the parser without a bracket
// allowed: runtime_error, link_error
// doors: execute
// repeat: a=> 100000 1

@PROGRAM@
