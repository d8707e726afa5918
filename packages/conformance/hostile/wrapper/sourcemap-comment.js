// technique: comments that tools obey
// attempts: to have a source map or URL of the guest's loaded
// allowed: contained
// doors: execute

//# sourceMappingURL=file:///etc/passwd
//# sourceURL=node:fs
"contained"
