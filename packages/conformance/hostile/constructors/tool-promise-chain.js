// technique: the promise of a host call belongs to the host's realm (vm2 CVE-2026-22709, isolated-vm references)
// attempts: to reach a host constructor through the promise of a call and what settles it
// allowed: contained
// doors: both

async () => {
  const promise = tools.slow({ ms: 1 });
  const proto = Object.getPrototypeOf(promise);
  if (proto !== Promise.prototype) return "escaped: a foreign promise";
  if (promise.constructor !== Promise && promise.constructor !== undefined) return "escaped: a foreign constructor";
  await promise;
  return "contained";
}
