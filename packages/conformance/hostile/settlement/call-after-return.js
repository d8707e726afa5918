// technique: call a tool in the turn in which the program returns
// attempts: to have a tool run for a run that has its verdict
// allowed: contained
// doors: execute

queueMicrotask(() => { for (let n = 0; n < 3; n++) queueMicrotask(() => tools.trap({ n })); });
"contained"
