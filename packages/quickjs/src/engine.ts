import type { Engine, Realm, RealmEvents, RealmSpec } from "@execbox/protocol";
import type { Image } from "./image.js";
import { Instance, SMALL_STACK_BYTES } from "./instance.js";
import { type EngineParts, loadEngine, type WasmSource } from "./load-wasm.js";
import { QuickJsRealm } from "./realm.js";

/** How many catalogues keep an image of their own; about half a megabyte each. */
const MAX_IMAGES = 32;
/** How many engines wait for their next run. */
const MAX_IDLE = 8;

/** What a `QuickJsEngine` is made from; nothing, where the package's own files can be read. */
export interface QuickJsEngineOptions {
  /** A `quickjs.wasm` of the `quickjs-wasi` package, as it is shipped. */
  wasm?: WasmSource;
  /** What another thread has loaded already. */
  parts?: EngineParts;
  /** Whether it runs on a thread that has the stack every thread has; scripts recurse half as deep. */
  smallStack?: boolean;
}

/** QuickJS as an `Engine`: realms are copied from images in microseconds. */
export class QuickJsEngine implements Engine {
  readonly name = "quickjs";
  readonly runsOnCaller = true;
  readonly #module: WebAssembly.Module;
  readonly #base: Image;
  readonly #maxStackBytes: number | undefined;
  #moduleImage: Image | undefined;
  /** In order of last use; the first one goes when there are too many. */
  readonly #images = new Map<string, Image>();
  readonly #idle: Instance[] = [];

  private constructor({ module, base }: EngineParts, maxStackBytes: number | undefined) {
    this.#module = module;
    this.#base = base;
    this.#maxStackBytes = maxStackBytes;
  }

  /** Loads the engine; everything after this is synchronous. */
  static async create(options: QuickJsEngineOptions = {}): Promise<QuickJsEngine> {
    const { wasm, parts, smallStack } = options;
    const maxStackBytes = smallStack === true ? SMALL_STACK_BYTES : undefined;
    return new QuickJsEngine(parts ?? (await loadEngine(wasm)), maxStackBytes);
  }

  openRealm(spec: RealmSpec, events: RealmEvents): Realm {
    const image = this.#imageFor(spec);
    const instance = this.#idle.pop() ?? new Instance(this.#module);
    instance.maxStackBytes = spec.kind === "script" ? this.#maxStackBytes : undefined;
    return new QuickJsRealm(instance, image, spec, events, () => this.#release(instance));
  }

  /** Lets go of every engine that waits. */
  dispose(): void {
    this.#idle.length = 0;
    this.#images.clear();
  }

  #imageFor({ kind, digest, namespaces }: RealmSpec): Image {
    if (kind === "module") {
      this.#moduleImage ??= Instance.moduleImage(this.#module, this.#base);
      return this.#moduleImage;
    }
    if (namespaces.length === 0) return this.#base;
    let image = this.#images.get(digest);
    if (image === undefined) {
      image = Instance.defineImage(this.#module, this.#base, namespaces);
    } else {
      this.#images.delete(digest);
    }
    this.#images.set(digest, image);
    if (this.#images.size > MAX_IMAGES) {
      const [oldest] = this.#images.keys();
      if (oldest !== undefined) this.#images.delete(oldest);
    }
    return image;
  }

  #release(instance: Instance): void {
    instance.detach();
    // Memory never shrinks, and the allocator of a restored image would not find what lies
    // beyond its end: an engine that grew is not worth keeping.
    if (instance.reusable && this.#idle.length < MAX_IDLE) this.#idle.push(instance);
    else countAsGarbage(instance.memoryBytes);
  }
}

/**
 * Since version 14 V8 does not count the memory of WebAssembly among what makes it collect, and
 * engines that were let go would pile up until something else does. A buffer of that size does
 * count; never touched, it costs nothing. Before, it would count twice, and collections be wasted.
 */
function countAsGarbage(bytes: number): void {
  if (!FORGETS_WEBASSEMBLY) return;
  try {
    new ArrayBuffer(bytes);
  } catch {
    // No room for it: then there is pressure enough.
  }
}

/** Browsers do not say which V8 they have; what they let go is theirs to collect. */
const { process } = globalThis as { process?: { versions?: { v8?: string } } };
const FORGETS_WEBASSEMBLY = Number.parseInt(process?.versions?.v8 ?? "0", 10) >= 14;
