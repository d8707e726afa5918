import { Enter, GUEST_RUNTIME, RUNTIME_FILENAME } from "@execbox/guest";
import type { RealmNamespace } from "@execbox/protocol";
import { Binding, type EngineCallbacks, type Handle } from "./binding.js";
import { type Image, measureUse, restoreImage, takeImage } from "./image.js";

/** The engine's own limit on recursion; half of the stack the build has, as it needs the rest. */
const MAX_STACK_BYTES = 512 * 1024;

/**
 * The same on a thread whose stack nobody chose: Node and browsers give about a megabyte, and how
 * much of it a level takes depends on how far V8 has compiled the engine. Where V8's stack ends
 * first, a guest cannot catch it. Not for modules: their values are walked by the runtime, which
 * needs the larger one for the five hundred levels that may cross.
 */
export const SMALL_STACK_BYTES = 256 * 1024;

/**
 * Free memory inside every image. A run that stays within it leaves the memory as long as it
 * was, and the instance can serve again; every reset has to clear it.
 */
const HEADROOM_BYTES = 1024 * 1024;

/** Cycles are collected less often than the engine would: most runs are over before. */
const GC_THRESHOLD_BYTES = 4 * 1024 * 1024;

const IDLE: EngineCallbacks = {
  hostCall: () => undefined,
  resolveModule: () => "",
  loadModule: () => "",
  interrupt: () => false,
  rejection: () => {},
};

/** One engine that serves one run at a time, and another after each restore. */
export class Instance {
  readonly binding: Binding;
  /** The limit on recursion from the next reset on, where it is not the image's own. */
  maxStackBytes: number | undefined;
  #image: Image | undefined;
  #length = 0;
  #callbacks: EngineCallbacks = IDLE;

  constructor(module: WebAssembly.Module) {
    this.binding = new Binding(module, {
      hostCall: (argc, argv) => this.#callbacks.hostCall(argc, argv),
      interrupt: () => this.#callbacks.interrupt(),
      rejection: (promise, reason, handled) => this.#callbacks.rejection(promise, reason, handled),
      resolveModule: (from, specifier) => this.#callbacks.resolveModule(from, specifier),
      loadModule: (name) => this.#callbacks.loadModule(name),
    });
  }

  /** The image this instance was last restored from. */
  get image(): Image {
    if (this.#image === undefined) throw new Error("the instance has no image");
    return this.#image;
  }

  /** Whether the last run left the memory as long as it found it. */
  get reusable(): boolean {
    return this.memoryBytes === this.#length;
  }

  /** The length of the engine's memory. */
  get memoryBytes(): number {
    return this.binding.exports.memory.buffer.byteLength;
  }

  /** What the run holds, or has made the memory grow by, whichever is more. */
  memoryUsed(): number {
    const grown = this.memoryBytes - this.#length;
    return Math.max(grown, measureUse(this.binding) - this.image.usedBytes, 0);
  }

  /** Becomes a fresh sandbox that reports to `callbacks`. */
  reset(image: Image, callbacks: EngineCallbacks): void {
    restoreImage(this.binding, image);
    // At least the image's; more where this instance has served a larger catalogue.
    this.#length = this.memoryBytes;
    this.#image = image;
    this.#callbacks = callbacks;
    const { exports } = this.binding;
    if (this.maxStackBytes !== undefined) exports.qjs_set_max_stack_size(this.maxStackBytes);
  }

  /** Stops reporting. */
  detach(): void {
    this.#callbacks = IDLE;
  }

  /** Calls the runtime with numbers, strings and handles; throws what the runtime throws. */
  enter(op: number, ...args: (number | string | undefined)[]): Handle {
    return this.enterBuffers(op, args, []);
  }

  /** Calls the runtime with numbers and strings, then buffers. */
  enterBuffers(
    op: number,
    args: readonly (number | string | undefined)[],
    blobs: readonly Uint8Array[],
  ): Handle {
    const handles = [op, ...args].map((arg) => this.#toHandle(arg));
    for (const blob of blobs) handles.push(this.binding.newBuffer(blob));
    const result = this.enterWith(handles);
    for (const handle of handles) this.#release(handle);
    return result;
  }

  /** Calls the runtime with handles that stay the caller's. */
  enterWith(handles: readonly Handle[]): Handle {
    return this.binding.call(this.image.enter, this.image.undefined, handles);
  }

  #toHandle(value: number | string | undefined): Handle {
    if (value === undefined) return this.image.undefined;
    if (typeof value === "number") return this.binding.exports.qjs_new_number(value);
    return this.binding.newString(value);
  }

  #release(handle: Handle): void {
    if (handle !== this.image.undefined) this.binding.free(handle);
  }

  /** Boots an engine with the guest runtime in it and no namespaces. */
  static bootImage(module: WebAssembly.Module): Image {
    // Compiling leaves its rubbish all over the memory; it is done in another one.
    const compiler = new Instance(module).binding;
    compiler.boot();
    const runtime = compiler.compile(GUEST_RUNTIME, RUNTIME_FILENAME);
    const { binding } = new Instance(module);
    binding.boot();
    const { exports } = binding;
    exports.qjs_set_max_stack_size(MAX_STACK_BYTES);
    exports.qjs_set_gc_threshold(GC_THRESHOLD_BYTES);
    exports.qjs_set_interrupt_handler(1);
    exports.qjs_set_promise_rejection_handler(1);
    const undefinedHandle = exports.qjs_get_undefined();
    const boot = expectValue(binding, binding.evaluateBytecode(runtime));
    const host = binding.newHostFunction("host");
    const enter = expectValue(binding, binding.call(boot, undefinedHandle, [host]));
    binding.free(host);
    binding.free(boot);
    return settle(binding, enter, undefinedHandle, HEADROOM_BYTES);
  }

  /** The image of `base` for module runs: no `console` of ours, and modules can be loaded. */
  static moduleImage(module: WebAssembly.Module, base: Image): Image {
    const instance = new Instance(module);
    instance.reset(base, IDLE);
    const { binding } = instance;
    binding.free(expectValue(binding, instance.enter(Enter.ForModules)));
    binding.exports.qjs_set_module_loader(1);
    return settle(binding, base.enter, base.undefined, (HEADROOM_BYTES * 3) / 4);
  }

  /** The image of `base` with these namespaces defined. */
  static defineImage(
    module: WebAssembly.Module,
    base: Image,
    namespaces: readonly RealmNamespace[],
  ): Image {
    const instance = new Instance(module);
    instance.reset(base, IDLE);
    const text = JSON.stringify(namespaces.map(({ name, tools }) => [name, tools]));
    const { binding } = instance;
    binding.free(expectValue(binding, instance.enter(Enter.Define, text)));
    // Names fit into the headroom of the base; only a large catalogue makes the memory longer.
    return settle(binding, base.enter, base.undefined, (HEADROOM_BYTES * 3) / 4);
  }
}

function settle(binding: Binding, enter: Handle, undefinedHandle: Handle, headroom: number): Image {
  const { exports } = binding;
  exports.qjs_run_gc();
  exports.qjs_set_gc_threshold(GC_THRESHOLD_BYTES);
  exports.wasm_free(exports.wasm_malloc(headroom));
  return takeImage(binding, enter, undefinedHandle);
}

/** For what must not fail: a failure here is a defect of ours, never of a guest. */
function expectValue(binding: Binding, handle: Handle): Handle {
  if (binding.exports.qjs_is_exception(handle) === 0) return handle;
  const error = binding.readString(binding.exports.qjs_get_exception());
  throw new Error(`the guest runtime did not start: ${error}`);
}
