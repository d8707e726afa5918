// technique: ten thousand calls under Promise.all
// attempts: to exceed the number of open calls
// allowed: contained
// doors: both

async () => { const calls = []; for (let n = 0; n < 600; n++) calls.push(tools.echo({ n })); const all = await Promise.all(calls); return all.length === 600 && all[599].n === 599 ? "contained" : "escaped: lost calls"; }
