// technique: throw an error that says memory is exhausted
// attempts: to get the verdict memory_limit
// allowed: runtime_error
// doors: both

async () => {
  const error = new RangeError("out of memory");
  error.name = "InternalError";
  error.code = "memory_limit";
  throw error;
}
