// technique: change the result after it was returned
// attempts: to show the checker one value and the host another
// allowed: contained
// doors: both
// result: ["contained"]

async () => {
  const result = ["contained"];
  let left = 60;
  const step = () => { if (left-- === 0) result[0] = "escaped: changed later"; else Promise.resolve().then(step); };
  Promise.resolve().then(step);
  return result;
}
