// technique: `arguments` of the wrapping function
// attempts: to read what the wrapper was called with
// allowed: contained, runtime_error
// doors: execute

typeof arguments === "undefined" || arguments.length === 0 ? "contained" : "escaped: " + arguments.length
