import { randomBytes } from "node:crypto";

/**
 * Puts a function in the place of every `import()` of a module: `isolated-vm` leaves it to nobody.
 * The name is as long as the word it replaces, so that columns stay what they are; it is made on a
 * line of its own at the end, a function because those are there before a module runs. A guest that
 * finds the name has found `import()`.
 */
export function loadInstead(
  code: string,
  dynamicImports: readonly number[],
  specifier: string,
  from: string,
): string {
  if (dynamicImports.length === 0) return code;
  const name = freeName(code);
  let text = "";
  let end = 0;
  for (const at of dynamicImports) {
    text += code.slice(end, at) + name;
    end = at + name.length;
  }
  const load = freeName(code + name);
  const bound = `function ${name}(specifier){return ${load}(${JSON.stringify(from)},specifier)}`;
  return `${text}${code.slice(end)}\nimport{load as ${load}}from"${specifier}";${bound}`;
}

function freeName(code: string): string {
  for (;;) {
    const name = `$${randomBytes(4).toString("hex").slice(0, 5)}`;
    if (!code.includes(name)) return name;
  }
}
