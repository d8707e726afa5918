// technique: a thenable as a tool's input
// attempts: to have the host await guest code
// allowed: contained, serialization_error
// doors: both

async () => {
  let ran = false;
  try {
    await tools.echo({ value: { then(resolve) { ran = true; resolve("x"); } } });
  } catch (error) {
    if (ran) return "escaped: the input was awaited";
    return error instanceof TypeError || error.name === "SerializationError" ? "contained" : "escaped: " + error;
  }
  return "escaped: a function crossed";
}
