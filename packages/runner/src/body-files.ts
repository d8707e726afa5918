import { fileURLToPath } from "node:url";

/** The folder of the programs that run inside a body's process; the same from source and bundle. */
export const BODY_FILES = fileURLToPath(new URL("../bundle/body/", import.meta.url));

/** The program that runs a module. */
export const MODULE_BODY = "module-body.mjs";

/** What makes `import` read erased TypeScript. */
export const TYPE_HOOKS = "type-hooks.mjs";
