import { COUNTER_NAME } from "./wasm-patch.js";

/** A pointer into the engine's memory to a JSValue that we own until it is freed. */
export type Handle = number & { readonly __handle: unique symbol };

/** The exports of `quickjs.wasm` that we use; everything else is out of reach by type. */
export interface QuickJsExports {
  memory: WebAssembly.Memory;
  __stack_pointer: WebAssembly.Global<"i32">;
  [COUNTER_NAME]: WebAssembly.Global<"i32">;
  _initialize(): void;
  qjs_init(): number;
  qjs_set_interrupt_handler(on: number): void;
  qjs_set_promise_rejection_handler(on: number): void;
  qjs_set_memory_limit(bytes: number): void;
  qjs_set_max_stack_size(bytes: number): void;
  qjs_set_gc_threshold(bytes: number): void;
  qjs_run_gc(): void;
  qjs_compute_memory_usage(out: number): void;
  qjs_eval(code: number, length: number, filename: number, flags: number): Handle;
  qjs_compile(
    code: number,
    length: number,
    filename: number,
    evalFlags: number,
    compileFlags: number,
    lengthOut: number,
  ): number;
  qjs_eval_bytecode(bytes: number, length: number): Handle;
  qjs_call(func: Handle, self: Handle, argc: number, argv: number): Handle;
  qjs_new_host_function(name: number, length: number, argc: number): Handle;
  qjs_new_string(text: number, length: number): Handle;
  qjs_new_number(value: number): Handle;
  qjs_new_array(): Handle;
  qjs_new_array_buffer(bytes: number, length: number): Handle;
  qjs_get_array_buffer(value: Handle, lengthOut: number): number;
  qjs_define_prop_value(target: Handle, key: Handle, value: Handle, flags: number): number;
  qjs_set_module_loader(on: number): void;
  qjs_throw(error: Handle): Handle;
  qjs_get_undefined(): Handle;
  qjs_get_float64(value: Handle): number;
  qjs_get_string_len(value: Handle, lengthOut: number): number;
  qjs_get_value_ptr(value: Handle): number;
  qjs_free_cstring(text: number): void;
  qjs_is_exception(value: Handle): number;
  qjs_is_undefined(value: Handle): number;
  qjs_get_exception(): Handle;
  qjs_free_value(value: Handle): void;
  qjs_is_job_pending(): number;
  qjs_execute_pending_job(): number;
  wasm_malloc(bytes: number): number;
  wasm_free(pointer: number): void;
}

/** The names in `QuickJsExports`, for the patch that removes all others. */
export const EXPORT_NAMES = [
  "memory",
  "__stack_pointer",
  "_initialize",
  "qjs_init",
  "qjs_set_interrupt_handler",
  "qjs_set_promise_rejection_handler",
  "qjs_set_memory_limit",
  "qjs_set_max_stack_size",
  "qjs_set_gc_threshold",
  "qjs_run_gc",
  "qjs_compute_memory_usage",
  "qjs_eval",
  "qjs_compile",
  "qjs_eval_bytecode",
  "qjs_call",
  "qjs_new_host_function",
  "qjs_new_string",
  "qjs_new_number",
  "qjs_new_array",
  "qjs_new_array_buffer",
  "qjs_get_array_buffer",
  "qjs_define_prop_value",
  "qjs_set_module_loader",
  "qjs_throw",
  "qjs_get_undefined",
  "qjs_get_float64",
  "qjs_get_string_len",
  "qjs_get_value_ptr",
  "qjs_free_cstring",
  "qjs_is_exception",
  "qjs_is_undefined",
  "qjs_get_exception",
  "qjs_free_value",
  "qjs_is_job_pending",
  "qjs_execute_pending_job",
  "wasm_malloc",
  "wasm_free",
] as const satisfies readonly (keyof QuickJsExports)[];

/** What the engine asks of its owner. Nothing here may throw. */
export interface EngineCallbacks {
  /** The runtime's `host(…)`; `argv` points to `argc` handles, borrowed for the call. */
  hostCall(argc: number, argv: number): Handle | undefined;
  /** The name of the module that `specifier` stands for in `from`; throws what the guest sees. */
  resolveModule(from: string, specifier: string): string;
  /** The text of a module. */
  loadModule(name: string): string;
  /** Whether to interrupt the running code. */
  interrupt(): boolean;
  /** A promise was rejected without a handler, or got one after all; both handles are ours. */
  rejection(promise: Handle, reason: Handle, handled: boolean): void;
}

/** A live engine with its own memory. */
export class Binding {
  readonly exports: QuickJsExports;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();
  #bytes: Uint8Array;
  #view: DataView;
  /** Scratch words for out-parameters and argument vectors; part of the image. */
  #scratch = 0;

  constructor(module: WebAssembly.Module, callbacks: EngineCallbacks) {
    const instance = new WebAssembly.Instance(module, this.#imports(callbacks));
    this.exports = instance.exports as unknown as QuickJsExports;
    this.#bytes = new Uint8Array(this.exports.memory.buffer);
    this.#view = new DataView(this.exports.memory.buffer);
  }

  /** Starts the engine; only for the instance an image is made from. */
  boot(): void {
    this.exports._initialize();
    if (this.exports.qjs_init() !== 0) throw new Error("QuickJS did not start");
    this.#scratch = this.exports.wasm_malloc(SCRATCH_WORDS * 4);
  }

  /** Adopts the scratch space of the image this instance was restored from. */
  adopt(scratch: number): void {
    this.#scratch = scratch;
  }

  get scratch(): number {
    return this.#scratch;
  }

  /** All of the engine's memory. A new array after the memory has grown. */
  get bytes(): Uint8Array {
    this.#refresh();
    return this.#bytes;
  }

  /** Evaluates a script; the handle may be an exception. */
  evaluate(code: string, filename: string, flags: number): Handle {
    const source = this.#writeText(code);
    const name = this.#writeText(filename);
    const result = this.exports.qjs_eval(source.at, source.length, name.at, flags);
    this.exports.wasm_free(name.at);
    this.exports.wasm_free(source.at);
    return result;
  }

  /**
   * Compiles a script of ours to bytecode without its text, of which the engine would keep a copy
   * for every function. Never for guest code: bytecode is taken from nobody.
   */
  compile(code: string, filename: string): Uint8Array {
    const source = this.#writeText(code);
    const name = this.#writeText(filename);
    const { exports } = this;
    const at = exports.qjs_compile(
      source.at,
      source.length,
      name.at,
      0,
      STRIP_SOURCE,
      this.#scratch,
    );
    if (at === 0) throw new Error(`${filename} does not compile`);
    this.#refresh();
    return this.#bytes.slice(at, at + this.#view.getUint32(this.#scratch, true));
  }

  /** Evaluates what `compile` made. */
  evaluateBytecode(bytecode: Uint8Array): Handle {
    const { at, length } = this.#writeBytes(bytecode);
    const result = this.exports.qjs_eval_bytecode(at, length);
    this.exports.wasm_free(at);
    return result;
  }

  /** Calls `func` with handles that stay the caller's. */
  call(func: Handle, self: Handle, args: readonly Handle[]): Handle {
    const fits = args.length < SCRATCH_WORDS;
    const argv = fits ? this.#scratch + 4 : this.#reserve(args.length * 4);
    this.#refresh();
    for (let index = 0; index < args.length; index++) {
      this.#view.setUint32(argv + index * 4, args[index]!, true);
    }
    const result = this.exports.qjs_call(func, self, args.length, argv);
    if (!fits) this.exports.wasm_free(argv);
    return result;
  }

  /** A copy of bytes as the guest's own `ArrayBuffer`. */
  newBuffer(bytes: Uint8Array): Handle {
    const at = this.#reserve(Math.max(1, bytes.length));
    this.#bytes.set(bytes, at);
    const handle = this.exports.qjs_new_array_buffer(at, bytes.length);
    this.exports.wasm_free(at);
    return handle;
  }

  /** A copy of the bytes of a guest's `ArrayBuffer`. */
  readBuffer(value: Handle): Uint8Array {
    const at = this.exports.qjs_get_array_buffer(value, this.#scratch);
    this.#refresh();
    const length = at === 0 ? 0 : this.#view.getUint32(this.#scratch, true);
    return this.#bytes.slice(at, at + length);
  }

  /** An array of handles, which are taken over. No setter of a guest's sees it being filled. */
  newArray(items: readonly Handle[]): Handle {
    const array = this.exports.qjs_new_array();
    items.forEach((item, index) => {
      const key = this.exports.qjs_new_number(index);
      this.exports.qjs_define_prop_value(array, key, item, PROPERTY_PLAIN);
      this.free(key);
      this.free(item);
    });
    return array;
  }

  newHostFunction(name: string): Handle {
    const text = this.#writeText(name);
    const handle = this.exports.qjs_new_host_function(text.at, text.length, 0);
    this.exports.wasm_free(text.at);
    return handle;
  }

  newString(value: string): Handle {
    const text = this.#writeText(value);
    const handle = this.exports.qjs_new_string(text.at, text.length);
    this.exports.wasm_free(text.at);
    return handle;
  }

  /** Handle number `index` of an argument vector. */
  argument(argv: number, index: number): Handle {
    this.#refresh();
    return this.#view.getUint32(argv + index * 4, true) as Handle;
  }

  /** The text of a string; `undefined` for `undefined` and for what could not be converted. */
  readString(value: Handle): string | undefined {
    if (this.exports.qjs_is_undefined(value) !== 0) return undefined;
    const at = this.exports.qjs_get_string_len(value, this.#scratch);
    if (at === 0) return undefined;
    this.#refresh();
    const length = this.#view.getUint32(this.#scratch, true);
    const text = this.#decoder.decode(this.#bytes.subarray(at, at + length));
    this.exports.qjs_free_cstring(at);
    return text;
  }

  free(value: Handle): void {
    this.exports.qjs_free_value(value);
  }

  #writeText(text: string): { at: number; length: number } {
    if (text.length > LONG_TEXT) return this.#writeBytes(this.#encoder.encode(text));
    // At most three bytes of UTF-8 for each UTF-16 code unit.
    const at = this.#reserve(text.length * 3 + 1);
    const { written } = this.#encoder.encodeInto(text, this.#bytes.subarray(at));
    this.#bytes[at + written] = 0;
    return { at, length: written };
  }

  #writeBytes(bytes: Uint8Array): { at: number; length: number } {
    const at = this.#reserve(bytes.length + 1);
    this.#bytes.set(bytes, at);
    this.#bytes[at + bytes.length] = 0;
    return { at, length: bytes.length };
  }

  #reserve(bytes: number): number {
    const at = this.exports.wasm_malloc(bytes);
    if (at === 0) throw new Error("the engine has no room for a text");
    this.#refresh();
    return at;
  }

  /** Growing detaches the old buffer; views are made anew only then. */
  #refresh(): void {
    if (this.#bytes.byteLength !== 0) return;
    this.#bytes = new Uint8Array(this.exports.memory.buffer);
    this.#view = new DataView(this.exports.memory.buffer);
  }

  #readCString(at: number): string {
    this.#refresh();
    const end = this.#bytes.indexOf(0, at);
    return this.#decoder.decode(this.#bytes.subarray(at, end));
  }

  /** A text the engine frees; 0, which it turns into an error, when there is none. */
  #answerText(make: () => string, lengthOut?: number): number {
    let text: { at: number; length: number };
    try {
      text = this.#writeText(make());
    } catch {
      return 0;
    }
    if (lengthOut !== undefined) this.#view.setUint32(lengthOut, text.length, true);
    return text.at;
  }

  #imports({
    hostCall,
    interrupt,
    rejection,
    resolveModule,
    loadModule,
  }: EngineCallbacks): WebAssembly.Imports {
    return {
      env: {
        host_call: (_name: number, _length: number, _self: number, argc: number, argv: number) => {
          return hostCall(argc, argv) ?? this.exports.qjs_get_undefined();
        },
        host_interrupt: () => (interrupt() ? 1 : 0),
        host_promise_rejection: (promise: Handle, reason: Handle, handled: number) =>
          rejection(promise, reason, handled !== 0),
        host_module_normalize: (from: number, specifier: number) =>
          this.#answerText(() =>
            resolveModule(this.#readCString(from), this.#readCString(specifier)),
          ),
        host_module_load: (name: number, lengthOut: number) =>
          this.#answerText(() => loadModule(this.#readCString(name)), lengthOut),
        // Guests live in UTC: where a host stands is none of their business.
        host_get_timezone_offset: () => 0,
      },
      wasi_snapshot_preview1: {
        clock_time_get: (_clock: number, _precision: bigint, out: number) => {
          this.#refresh();
          this.#view.setBigUint64(out, BigInt(Date.now()) * 1_000_000n, true);
          return 0;
        },
        // There is no file, no terminal and no entropy in there.
        random_get: () => WASI_NOSYS,
        fd_write: () => WASI_BADF,
        fd_close: () => WASI_BADF,
        fd_seek: () => WASI_BADF,
        fd_fdstat_get: () => WASI_BADF,
      },
    };
  }
}

const WASI_BADF = 8;
const WASI_NOSYS = 52;
const SCRATCH_WORDS = 16;
const STRIP_SOURCE = 16;
/** Configurable, writable, enumerable. */
const PROPERTY_PLAIN = 7;
// Reserving three times a long text would make the engine's memory grow for nothing.
const LONG_TEXT = 16_384;
