/**
 * What happens to guest text before it runs.
 *
 * @packageDocumentation
 */

export { type Erased, loadTypeEraser, type TypeEraser } from "./eraser.js";
export { GuestSyntaxError } from "./errors.js";
export type { Language } from "./fences.js";
export { assertSourceSize, MAX_ERASABLE_BYTES, MAX_SOURCE_BYTES } from "./limits.js";
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
