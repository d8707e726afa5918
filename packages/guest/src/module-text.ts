import { REVEALED } from "./bridge.js";

const SOURCE = `globalThis[${JSON.stringify(REVEALED)}]`;

/** A script that makes `const` bindings of what `Enter.Reveal` has put within reach. */
export function bindGlobals(names: readonly string[]): string {
  return `const ${names.map((name) => `${name}=${SOURCE}.${name}`).join(",")};`;
}

/** A module that exports what `Enter.Reveal` has put within reach. */
export function reexport(names: readonly string[]): string {
  if (names.length === 0) return "export {};";
  const values = names.map((name, index) => `v${index}=${SOURCE}[${JSON.stringify(name)}]`);
  const exported = names.map((name, index) => `v${index} as ${JSON.stringify(name)}`);
  return `const ${values.join(",")};export{${exported.join(",")}};`;
}
