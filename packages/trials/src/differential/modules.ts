import type { Random } from "../random.js";

/** A graph of modules that refer to each other; `entry` has a default export. */
export function makeModules(random: Random): Record<string, string> {
  const count = 1 + random.below(4);
  const names = Array.from({ length: count }, (_name, index) => `./m${index}.js`);
  const modules: Record<string, string> = {};
  for (const [index, name] of names.entries()) modules[name] = makeModule(random, index, names);
  const lines = names.map((name, index) => importLine(random, name, index));
  // One that only import() reaches. It imports no other: QuickJS has a fault there (docs/next.md).
  const late = random.chance(0.3) ? "./late.js" : undefined;
  if (late !== undefined) modules[late] = makeModule(random, count, [late]);
  modules["entry"] = [
    ...lines,
    "const seen = [];",
    ...names.map((_name, index) => `seen.push(${uses(random, index)});`),
    ...(late === undefined
      ? []
      : [
          `try { seen.push((await import(${JSON.stringify(late)})).own) } catch (error) { seen.push(error.name) }`,
        ]),
    "console.log(seen.join());",
    `export default seen.concat(typeof undeclared, ${random.below(9)});`,
  ].join("\n");
  return modules;
}

/** Each exports the same names, so that any import links; what they hold differs. */
function makeModule(random: Random, index: number, names: readonly string[]): string {
  const other = random.pick(names);
  const lines = [
    `console.log("evaluates m${index}");`,
    `export let count = ${random.below(100)};`,
    random.pick(["export let later;", "export let later, unused = 1;", "export var later;"]),
    `export const set = () => { later = ${index}; return later; };`,
    "export function bump() { count += 1; return count; }",
    random.pick([
      `export default class Made${index} { static tag = "class"; }`,
      `export default function () { return ${index}; }`,
      `const inner = ${index}; export { inner as default };`,
      `export default [${index}];`,
    ]),
    random.pick([
      `export const own = "own${index}";`,
      `var own = "var${index}"; export { own };`,
      `export const { own } = { own: "taken${index}" };`,
    ]),
  ];
  if (random.chance(0.5)) lines.unshift(`import * as next from "${other}";`);
  if (random.chance(0.3)) lines.push(`export { bump as again } from "${other}";`);
  else lines.push("export const again = bump;");
  if (random.chance(0.3)) lines.push(`export * as star from "${other}";`);
  else lines.push('export const star = "none";');
  for (let turn = 0; turn < 3 && random.chance(0.35); turn++) {
    lines.push("await null;", `console.log("m${index} goes on ${turn}");`);
  }
  if (random.chance(0.1))
    lines.push(`throw new ${random.pick(["TypeError", "Error"])}("m${index}");`);
  return lines.flatMap((line) => punctuated(random, line)).join("\n");
}

/** A line with or without its semicolon, and what may be read as its continuation. */
function punctuated(random: Random, line: string): string[] {
  // What is thrown stays an error.
  if (line.startsWith("throw")) return [line];
  const ended = random.chance(0.2) ? line.replace(/;$/, "") : line;
  return random.chance(0.05)
    ? [ended, random.pick(["(0);", "[0];", "`t`;", "/0/g;", "+0;"])]
    : [ended];
}

function importLine(random: Random, name: string, index: number): string {
  return random.chance(0.5)
    ? `import d${index}, { count as n${index}, bump as b${index}, own as o${index}, again as g${index} } from "${name}"; import * as s${index} from "${name}";`
    : `import * as s${index} from "${name}"; const { default: d${index}, bump: b${index}, own: o${index}, again: g${index} } = s${index}; const n${index} = s${index}.count;`;
}

function uses(random: Random, index: number): string {
  return random.pick([
    `n${index}, b${index}(), n${index}, s${index}.count`,
    `typeof d${index}, o${index}, Object.keys(s${index}).join("-")`,
    `g${index}(), s${index}.count, typeof s${index}.star`,
    `(() => { try { n${index} = 1; return "assigned"; } catch (error) { return error.name; } })()`,
    `(() => { try { s${index}.count = 1; return "assigned"; } catch (error) { return error.name; } })()`,
    `s${index}.later, s${index}.set(), s${index}.later`,
    `Object.prototype.toString.call(s${index}), "own" in s${index}`,
  ]);
}
