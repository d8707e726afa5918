/**
 * What this adapter uses of the `isolated-vm` package, whose own types need the package to be
 * installed. Everything that can block is called on isolates in which no guest code runs.
 */
export interface Native {
  Isolate: {
    new (options: {
      memoryLimit: number;
      onCatastrophicError?: (message: string) => void;
    }): NativeIsolate;
  };
  Callback: new (
    target: (...args: never[]) => unknown,
    options: { sync: true } | { ignored: true },
  ) => object;
  ExternalCopy: new (
    value: ArrayBuffer,
    options: { transferOut: boolean },
  ) => { copyInto(options: { transferIn: boolean; release: boolean }): object };
}

/** An isolate: a heap of its own, and one thread at a time in it. */
export interface NativeIsolate {
  readonly isDisposed: boolean;
  createContextSync(): NativeContext;
  compileScriptSync(code: string, options: CompileOptions): NativeScript;
  compileModuleSync(
    code: string,
    options: { filename: string; columnOffset?: number },
  ): NativeModule;
  getHeapStatistics(): Promise<HeapStatistics>;
  getHeapStatisticsSync(): HeapStatistics;
  dispose(): void;
}

/** What an isolate holds. */
export interface HeapStatistics {
  used_heap_size: number;
  externally_allocated_size: number;
}

/** How a text is compiled. A cache is only ever one that we made ourselves, of our own text. */
export interface CompileOptions {
  filename: string;
  cachedData?: object;
  produceCachedData?: boolean;
}

/** A global object and the code that sees it. */
export interface NativeContext {
  evalSync(code: string, options: { filename: string }): unknown;
}

/** Compiled code that has not run. */
export interface NativeScript {
  readonly cachedData?: object;
  runSync(context: NativeContext, options: { reference: true }): NativeReference;
}

/** A value of the isolate, held from outside. */
export interface NativeReference {
  derefInto(): object;
  apply(self: undefined, args: readonly unknown[]): Promise<unknown>;
  applySync(self: undefined, args: readonly unknown[]): unknown;
  applySync(
    self: undefined,
    args: readonly unknown[],
    options: { result: { reference: true } },
  ): NativeReference;
}

/** An ES module of an isolate. */
export interface NativeModule {
  readonly dependencySpecifiers: string[];
  instantiateSync(
    context: NativeContext,
    link: (specifier: string, referrer: NativeModule) => NativeModule,
  ): void;
  evaluate(): Promise<unknown>;
  evaluateSync(): unknown;
}
