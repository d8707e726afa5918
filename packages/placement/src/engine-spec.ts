/**
 * How an engine gets onto another thread: a self-contained program whose last act is
 * `serveWorker(createEngine)`, and what `createEngine` is called with.
 */
export interface EngineSpec {
  /** The URL of the program. */
  worker: URL;
  /**
   * Anything that structured clone can carry, or a promise of it; a compiled
   * `WebAssembly.Module` for example.
   */
  options: unknown;
  /** Flags of Node that the engine needs. */
  nodeFlags?: readonly string[];
}
