/**
 * What happens to guest text before it runs.
 *
 * @packageDocumentation
 */

export { type Erased, loadTypeEraser, type TypeEraser } from "./eraser.js";
export { GuestSyntaxError } from "./errors.js";
export type { Language } from "./fences.js";
export { assertSourceSize, MAX_ERASABLE_BYTES, MAX_SOURCE_BYTES } from "./limits.js";
export {
  type GraphReading,
  type LinkedGraph,
  type LinkedModule,
  readGraph,
} from "./link/graph.js";
export {
  assertGraphNames,
  assertImportKey,
  assertModuleKey,
  type GraphNames,
} from "./link/keys.js";
export { LinkError, type LinkErrorPlace } from "./link/link-error.js";
export type { PlainLinks, PlainModule } from "./link/plain-module.js";
export {
  DEFAULT_FILENAME,
  type LinkRequest,
  MAX_GRAPH_CHARACTERS,
  MAX_GRAPH_MODULES,
} from "./link/supply.js";
export { Mappings } from "./mappings.js";
export { assertShallow, type Dialect } from "./nesting/scan.js";
export type { PreparedProgram } from "./program.js";
export {
  needsEraser,
  normalizeCode,
  prepareSnippet,
  readSnippet,
  type SnippetOptions,
  type SnippetReading,
} from "./snippet.js";
export type { Position } from "./text.js";
export { findUnit } from "./unit.js";
