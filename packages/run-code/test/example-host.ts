import { readdirSync, readFileSync } from "node:fs";
import { transformSync } from "esbuild";

// From dist/test back to the texts, which are not compiled.
const FOLDER = new URL("../../test/examples/", import.meta.url);

/** The sections that have an example, by the names of their files. */
export const exampleNames: readonly string[] = readdirSync(FOLDER)
  .map((file) => file.replace(/\.txt$/, ""))
  .sort();

const used = new Set<string>();

/** An example as the document has it. */
export function example(name: string): string {
  used.add(name);
  return readFileSync(new URL(`${name}.txt`, FOLDER), "utf8");
}

/** The examples that no test has asked for yet. */
export function unusedExamples(): string[] {
  return exampleNames.filter((name) => !used.has(name));
}

/**
 * Runs an example that is host code as its reader would: in an async function, with `names` in
 * scope, and returns those variables of the example that `wanted` lists.
 */
export async function runHostExample(
  name: string,
  names: Readonly<Record<string, unknown>>,
  wanted: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const text = `async (${Object.keys(names)}) => {\n${example(name)}\nreturn { ${wanted} };\n}`;
  const run = evaluate(text) as (...values: unknown[]) => Promise<Record<string, unknown>>;
  return run(...Object.values(names));
}

/** The value of an example that shows members of an options object. */
export function optionsExample(name: string): Record<string, Record<string, unknown>> {
  return evaluate(`({ ${example(name)} })`) as Record<string, Record<string, unknown>>;
}

/** The default export of an example that is a host module, with `names` in scope. */
export function moduleExample(name: string, names: Readonly<Record<string, unknown>>): unknown {
  const text = example(name).replace(/^export default /, "return ");
  const make = evaluate(`(${Object.keys(names)}) => {\n${text}\n}`);
  return (make as (...values: unknown[]) => unknown)(...Object.values(names));
}

/** The examples are ours and reviewed; their types are erased as a user's build would. */
function evaluate(expression: string): unknown {
  const { code } = transformSync(`const value = ${expression};`, { loader: "ts" });
  return new Function(`${code}; return value;`)();
}
