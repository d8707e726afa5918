// technique: a cause that contains itself
// attempts: to send a describer or serialiser round for ever
// allowed: runtime_error
// doors: both

async () => {
  const error = new Error("round");
  error.cause = new Error("and", { cause: error });
  error.errors = [error, error.cause];
  throw error;
}
