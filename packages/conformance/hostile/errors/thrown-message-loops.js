// technique: a getter of the thrown error never returns
// attempts: to hold the runner up after the program has ended
// allowed: timeout, runtime_error
// doors: both
// limits: timeoutMs 300

async () => {
  throw { get message() { for (;;); } };
}
