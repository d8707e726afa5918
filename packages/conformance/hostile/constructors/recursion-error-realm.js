// technique: an error that the engine itself raises deep in host code belongs to the host (vm2 CVE-2023-32314, RangeError)
// attempts: to overflow the stack inside a tool call and take a foreign RangeError
// allowed: contained, runtime_error, timeout
// doors: both

async () => {
  let caught;
  const dive = () => {
    try {
      dive();
    } catch (error) {
      caught ??= error;
      try {
        tools.echo({ deep: true });
      } catch (inner) {
        caught = inner;
      }
    }
  };
  dive();
  const proto = Object.getPrototypeOf(caught);
  if (![RangeError.prototype, Error.prototype, TypeError.prototype].includes(proto) && proto.name !== "InternalError") {
    return "escaped: an error of another realm";
  }
  try {
    return "escaped: " + caught.constructor.constructor("return typeof process")();
  } catch {
    return "contained";
  }
}
