import type * as NodeModule from "node:module";
import { initialize, load, resolve, type TypeRoots } from "./type-hooks.js";

/** Node from 22.15 calls hooks on the importing thread; before, they have a thread of their own. */
interface SynchronousHooks {
  registerHooks(hooks: { load: typeof load; resolve: typeof resolve }): void;
}

/** Makes `import` find the erased text of a bundle's TypeScript files. */
export function useTypeHooks(node: typeof NodeModule, hooks: URL, roots: TypeRoots): void {
  if (hasSynchronousHooks(node)) {
    initialize(roots);
    node.registerHooks({ load, resolve });
  } else {
    node.register(hooks, { data: roots });
  }
}

function hasSynchronousHooks(node: object): node is SynchronousHooks {
  return "registerHooks" in node;
}
