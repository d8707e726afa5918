// technique: close, call and comment out the rest
// attempts: to make the wrapper call something else
// allowed: runtime_error
// doors: execute

})(), (async () => { return "escaped: after the wrapper" })(); //
