import { randomBytes } from "node:crypto";

/**
 * Puts a function in the place of every `import()` of a module: `isolated-vm` leaves it to nobody.
 * The name is as long as the word it replaces, so that columns stay what they are; it is imported
 * on a line of its own at the end. A guest that finds the name has found `import()`.
 */
export function loadInstead(
  code: string,
  dynamicImports: readonly number[],
  specifier: string,
): string {
  if (dynamicImports.length === 0) return code;
  const name = freeName(code);
  let text = "";
  let from = 0;
  for (const at of dynamicImports) {
    text += code.slice(from, at) + name;
    from = at + name.length;
  }
  return `${text}${code.slice(from)}\nimport{load as ${name}}from"${specifier}";`;
}

function freeName(code: string): string {
  for (;;) {
    const name = `$${randomBytes(4).toString("hex").slice(0, 5)}`;
    if (!code.includes(name)) return name;
  }
}
