// technique: a reset engine repeats its random numbers
// attempts: to predict the numbers of other runs (the runner of the corpus compares two runs)
// allowed: contained
// doors: both
// values: differ

async () => [Math.random(), Math.random(), Math.random()].join()
