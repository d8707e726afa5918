import { Host } from "../src/bridge.ts";
import { host } from "./host.ts";
import {
  ArrayBufferCtor,
  construct,
  define,
  getOwnPropertyDescriptor,
  HIDDEN,
  isArray,
  isError,
  isView,
  ProxyCtor,
  typedLength,
} from "./primordials.ts";

const CLASSES = [
  ["ArrayBuffer", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array"],
  ["Int32Array", "Uint32Array", "Float16Array", "Float32Array", "Float64Array"],
  ["BigInt64Array", "BigUint64Array"],
];

/** V8's words for a buffer it got no memory for. */
const NO_MEMORY = "Array buffer allocation failed";

/**
 * V8 says only in an error's message that there was no memory for a buffer, and a guest can
 * write such a message itself. So every buffer is made through here: what failed is tried once
 * more, and if it fails again that is a fact. Other exhaustion ends the isolate.
 */
export function watchBuffers(): void {
  for (let group = 0; group < CLASSES.length; group++) {
    const names = CLASSES[group] as string[];
    for (let index = 0; index < names.length; index++) watch(names[index] as string);
  }
}

type Buffers = (new () => object) & { prototype: object; BYTES_PER_ELEMENT?: number };

function watch(name: string): void {
  const native = getOwnPropertyDescriptor(globalThis, name)?.value as Buffers | undefined;
  if (native === undefined) return;
  const width = native.BYTES_PER_ELEMENT ?? 1;
  const watched = new ProxyCtor(native, {
    __proto__: null,
    construct(target: Buffers, args: unknown[], newTarget: Buffers): object {
      try {
        // V8 takes the memory of buffers that can grow from elsewhere, where nobody counts it.
        const counted = target === ArrayBufferCtor ? [args[0]] : args;
        return construct(target, counted, newTarget);
      } catch (thrown) {
        if (isExhaustion(thrown, lengthOf(args[0]) * width)) host(Host.OutOfMemory);
        throw thrown;
      }
    },
  } as ProxyHandler<Buffers>);
  define(globalThis, name, watched, HIDDEN);
  define(native.prototype, "constructor", watched, HIDDEN);
}

/** How many elements a constructor was asked for; zero when that cannot be told without asking. */
function lengthOf(source: unknown): number {
  if (typeof source === "number") return source;
  if (isArray(source)) {
    const length: unknown = getOwnPropertyDescriptor(source, "length")?.value;
    return typeof length === "number" ? length : 0;
  }
  try {
    return isView(source) ? typedLength(source) : 0;
  } catch {
    return 0;
  }
}

function isExhaustion(thrown: unknown, bytes: number): boolean {
  if (!(bytes > 0) || !isError(thrown)) return false;
  if (getOwnPropertyDescriptor(thrown, "message")?.value !== NO_MEMORY) return false;
  try {
    new ArrayBufferCtor(bytes);
    return false;
  } catch {
    return true;
  }
}
