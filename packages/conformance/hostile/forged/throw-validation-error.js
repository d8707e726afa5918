// technique: throw what a refused input looks like
// attempts: to get the verdict validation_error without a call
// allowed: runtime_error
// doors: both

async () => {
  throw Object.assign(new TypeError("tools.echo: input.a must be a number"), { code: "validation_error", name: "ToolError" });
}
