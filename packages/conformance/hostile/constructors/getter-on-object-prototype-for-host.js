// technique: prototype pollution meant for the host's own option look-ups (n8n, vm2 NodeVM options)
// attempts: to plant options such as shell, env, code and ok on every prototype
// allowed: contained
// doors: both

async () => {
  for (const name of ["shell", "env", "execArgv", "ok", "code", "type", "result", "error", "call", "providerName", "polluted"]) {
    Object.prototype[name] = "polluted";
    Array.prototype[name] = "polluted";
    Function.prototype[name] = "polluted";
  }
  const back = await tools.echo({ a: 1 });
  return Object.keys(back).join() === "a" ? "contained" : "escaped: " + JSON.stringify(back);
}
