// technique: an unclosed comment at the end swallows what follows
// attempts: to comment out the end of the wrapper
// allowed: runtime_error
// doors: execute

"escaped: " + typeof arguments; /*
