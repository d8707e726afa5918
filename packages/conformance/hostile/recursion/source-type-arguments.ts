// technique: type arguments nest in the type eraser only
// attempts: to overflow the native type eraser
// allowed: link_error
// doors: runCode
// repeat: A< 30000 B >

let x: @PROGRAM@;
export default "escaped: parsed";
