// technique: the same against the link stage
// attempts: to overflow the module reader
// allowed: link_error
// doors: runCode
// repeat: [ 60000 1 ]

export default @PROGRAM@;
