// technique: <!-- and --> are comments in scripts, not in modules
// attempts: to make parser and engine disagree about what is code
// allowed: contained, runtime_error
// doors: execute

let x = 1;
x <!--x
--> "escaped: the engine saw another program"
"contained"
