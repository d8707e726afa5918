import { EXPORT_NAMES } from "./binding.js";
import type { Image } from "./image.js";
import { decodeImage } from "./image-file.js";
import { Instance } from "./instance.js";
import { patchEngine } from "./wasm-patch.js";

/** Where the engine's WebAssembly comes from, when not from this package's own files. */
export type WasmSource = WebAssembly.Module | BufferSource;

/** An engine ready to make instances of: its code, and what it looks like after booting. */
export interface EngineParts {
  module: WebAssembly.Module;
  base: Image;
}

let shared: Promise<EngineParts> | undefined;

/** Loads the engine, once per thread. */
export function loadEngine(source?: WasmSource): Promise<EngineParts> {
  if (source !== undefined) return bootFrom(source);
  shared ??= loadBuilt();
  shared.catch(() => {
    // The next run may find what this one did not.
    shared = undefined;
  });
  return shared;
}

/** Compiles and boots a `quickjs.wasm` as its package ships it. */
export async function bootFrom(source: WasmSource): Promise<EngineParts> {
  const module =
    source instanceof WebAssembly.Module
      ? source
      : await WebAssembly.compile(patchEngine(toBytes(source), EXPORT_NAMES));
  return { module, base: Instance.bootImage(module) };
}

async function loadBuilt(): Promise<EngineParts> {
  // The build puts these files beside this one's bundle; see `scripts/build.mjs`.
  const [wasm, image] = await Promise.all([
    readFile(new URL("../bundle/engine.wasm", import.meta.url)),
    readFile(new URL("../bundle/base.image", import.meta.url)),
  ]);
  return { module: await WebAssembly.compile(wasm), base: decodeImage(image) };
}

function toBytes(source: BufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

async function readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  // This package runs in browsers too and so imports nothing from `node:`; Node, Bun and Deno
  // hand out their modules at run time.
  const fs = globalThis.process?.getBuiltinModule?.("node:fs/promises");
  if (url.protocol === "file:" && fs !== undefined) return new Uint8Array(await fs.readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`could not load ${url}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
