// technique: call a tool in an endless loop
// attempts: to keep the host busy for ever
// allowed: timeout, tool_error, runtime_error
// doors: both
// limits: timeoutMs 300

async () => { for (;;) await tools.echo({}); }
