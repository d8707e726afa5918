import { readdirSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The folders of the native type eraser, which a child behind walls must be able to read.
 * Empty where it is not installed: then guests there cannot be written in TypeScript.
 */
export function eraserFiles(): string[] {
  try {
    const require = createRequire(import.meta.url);
    const main = dirname(require.resolve("oxc-transform/package.json"));
    const scope = join(main, "..", "@oxc-transform");
    return [main, ...readdirSync(scope).map((name) => realpathSync(join(scope, name)))];
  } catch {
    return [];
  }
}
