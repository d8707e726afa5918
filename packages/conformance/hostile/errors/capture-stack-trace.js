// technique: captureStackTrace writes a stack onto any object
// attempts: to take a backtrace of the runtime while it reads an object of the guest's
// allowed: contained
// doors: both

async () => {
  const frames = [];
  const peek = {
    get value() {
      const holder = {};
      Error.captureStackTrace?.(holder);
      frames.push(String(holder.stack ?? ""), String(new Error("here").stack));
      return 1;
    },
  };
  await tools.echo(peek);
  console.log(peek);
  const text = frames.join("\n");
  return /execbox:runtime|node:|file:|\/packages\//.test(text) ? "escaped: " + text.slice(0, 200) : "contained";
}
