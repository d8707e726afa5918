// technique: a thenable that resolves twice, then rejects
// attempts: to get two verdicts out of one run
// allowed: contained
// doors: both

async () => ({
  then(resolve, reject) {
    resolve("contained");
    resolve("escaped: a second verdict");
    reject(new Error("escaped: a third verdict"));
  },
})
