// technique: a text that begins with a bracket continues the line before it
// attempts: to be called with, or index, whatever the wrapper ends its line with
// allowed: contained, runtime_error
// doors: execute

("contained")
