// technique: code that runs while the error is described calls a tool
// attempts: to have a tool called after the program has ended
// allowed: runtime_error
// doors: execute

async () => {
  throw {
    get message() { tools.trap({}).catch?.(() => {}); return "late"; },
    toString() { tools.trap({}); return "late"; },
    toJSON() { tools.trap({}); return "late"; },
  };
}
