// technique: the same break-outs against a module
// attempts: to close whatever the link stage puts around or before a module
// allowed: link_error
// doors: runCode

export default "escaped"; } } ) ; (async () => {
