// technique: errors of the host's carry the host's constructors (vm2 CVE-2023-29017, CVE-2023-30547)
// attempts: to reach a host constructor through the error of a failed call
// allowed: contained
// doors: both

async () => {
  try {
    await tools.fail({});
  } catch (error) {
    let proto = error;
    while ((proto = Object.getPrototypeOf(proto)) !== null) {
      if (proto !== Error.prototype && proto !== Object.prototype && proto !== TypeError.prototype) return "escaped: a foreign prototype";
    }
    for (const key of Reflect.ownKeys(error)) {
      if (typeof error[key] === "function" || (typeof error[key] === "object" && error[key] !== null)) {
        return "escaped: the error holds " + String(key);
      }
    }
    return "contained";
  }
  return "escaped: the call did not fail";
}
