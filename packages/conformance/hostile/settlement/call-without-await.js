// technique: a call that is not awaited when the program ends
// attempts: to have it go out after the verdict
// allowed: contained
// doors: execute

tools.trap({ unawaited: true });
"contained"
