// technique: V8 writes its opinion of "use asm" to the output of the process (found here: it broke the runner's pipe)
// attempts: to write to the host's terminal, or into the pipe that carries frames
// allowed: contained
// doors: both

async () => {
  function broken() { "use asm"; return 1; }
  function valid(stdlib) { "use asm"; function f(a) { a = a | 0; return (a + 1) | 0; } return f; }
  return broken() + valid({})(1) === 3 ? "contained" : "escaped";
}
