// technique: names put together at run time (SandboxJS, n8n: filters on the tree)
// attempts: to reach a constructor by computed, tagged or destructured names
// allowed: contained
// doors: both

async () => {
  const name = ["const", "ructor"].join("");
  const { [name]: first } = {};
  const ways = [() => (() => {})[name]("return 1")(), () => { const { constructor: made } = () => {}; return made("return 1")(); }, () => Reflect.get(() => {}, name)("return 1")(), () => (() => {})[`${name}`]`return 1`(), () => Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(() => {}))).find(([key]) => key === name)[1].value("return 1")()];
  for (const way of ways) { try { way(); return "escaped: " + way; } catch {} }
  return typeof first === "function" ? "contained" : "escaped";
}
