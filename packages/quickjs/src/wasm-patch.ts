/**
 * Edits the engine's binary before it is compiled:
 *
 * - It counts how often it ran out of memory, into an exported global where no guest can reach.
 *   The published build says it in the text of an error only, and any guest can throw that text.
 * - It exports what we call and nothing else. Each of the six hundred functions it would export
 *   costs every new instance a JavaScript object, and none of them should be reachable anyway.
 *
 * A new global, eight bytes at the head of one function, and a shorter export section;
 * everything else is copied as it stands.
 */
export function patchEngine(
  wasm: Uint8Array,
  exported: readonly string[],
): Uint8Array<ArrayBuffer> {
  const sections = readSections(wasm);
  const importedFunctions = countImports(bodyOf(sections, Section.Import));
  const counter = readVector(bodyOf(sections, Section.Global)).count;
  const outOfMemory = findExport(bodyOf(sections, Section.Export), "JS_ThrowOutOfMemory");
  const chunks: Uint8Array[] = [wasm.subarray(0, 8)];
  for (const { id, body } of sections) {
    let edited = body;
    if (id === Section.Global) edited = appendGlobal(body);
    if (id === Section.Export) edited = rewriteExports(body, exported, counter);
    if (id === Section.Code) edited = countCalls(body, outOfMemory - importedFunctions, counter);
    chunks.push(Uint8Array.of(id, ...leb(edited.length)), edited);
  }
  return concat(chunks);
}

/** The name of the exported counter. */
export const COUNTER_NAME = "execbox_out_of_memory";

const Section = { Import: 2, Global: 6, Export: 7, Code: 10 } as const;
const KIND_GLOBAL = 3;

/** `(global (mut i32) (i32.const 0))` */
const COUNTER_GLOBAL = Uint8Array.of(0x7f, 0x01, 0x41, 0x00, 0x0b);

interface WasmSection {
  id: number;
  body: Uint8Array;
}

function readSections(wasm: Uint8Array): WasmSection[] {
  const sections: WasmSection[] = [];
  const reader = new Reader(wasm, 8);
  while (reader.at < wasm.length) {
    const id = reader.byte();
    const length = reader.leb();
    sections.push({ id, body: wasm.subarray(reader.at, reader.at + length) });
    reader.at += length;
  }
  return sections;
}

function bodyOf(sections: readonly WasmSection[], id: number): Uint8Array {
  const section = sections.find((candidate) => candidate.id === id);
  if (section === undefined) throw new Error(`quickjs.wasm has no section ${id}`);
  return section.body;
}

/** How many functions the module imports; it must import nothing else. */
function countImports(body: Uint8Array): number {
  const reader = new Reader(body);
  const count = reader.leb();
  for (let left = count; left > 0; left--) {
    reader.name();
    reader.name();
    if (reader.byte() !== 0) throw new Error("quickjs.wasm imports more than functions");
    reader.leb();
  }
  return count;
}

interface WasmExport {
  name: string;
  kind: number;
  index: number;
}

function readExports(body: Uint8Array): WasmExport[] {
  const reader = new Reader(body);
  return Array.from({ length: reader.leb() }, () => {
    const name = reader.name();
    const kind = reader.byte();
    return { name, kind, index: reader.leb() };
  });
}

function findExport(body: Uint8Array, wanted: string): number {
  const found = readExports(body).find(({ name, kind }) => kind === 0 && name === wanted);
  if (found === undefined) throw new Error(`quickjs.wasm does not export ${wanted}`);
  return found.index;
}

function rewriteExports(
  body: Uint8Array,
  exported: readonly string[],
  counter: number,
): Uint8Array<ArrayBuffer> {
  const kept = readExports(body).filter(({ name }) => exported.includes(name));
  const missing = exported.find((name) => !kept.some((entry) => entry.name === name));
  if (missing !== undefined) throw new Error(`quickjs.wasm does not export ${missing}`);
  kept.push({ name: COUNTER_NAME, kind: KIND_GLOBAL, index: counter });
  return concat([Uint8Array.from(leb(kept.length)), ...kept.map(encodeExport)]);
}

function encodeExport({ name, kind, index }: WasmExport): Uint8Array {
  const bytes = new TextEncoder().encode(name);
  return Uint8Array.of(...leb(bytes.length), ...bytes, kind, ...leb(index));
}

function appendGlobal(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const { count, start } = readVector(body);
  return concat([Uint8Array.from(leb(count + 1)), body.subarray(start), COUNTER_GLOBAL]);
}

function countCalls(body: Uint8Array, position: number, global: number): Uint8Array {
  const reader = new Reader(body);
  const count = reader.leb();
  if (position < 0 || position >= count) throw new Error("JS_ThrowOutOfMemory has no body");
  for (let index = 0; index < position; index++) reader.skip(reader.leb());
  const before = body.subarray(0, reader.at);
  const length = reader.leb();
  const start = reader.at;
  for (let groups = reader.leb(); groups > 0; groups--) {
    reader.leb();
    reader.byte();
  }
  const locals = body.subarray(start, reader.at);
  const code = body.subarray(reader.at, start + length);
  // global.get; i32.const 1; i32.add; global.set
  const counting = Uint8Array.of(0x23, ...leb(global), 0x41, 0x01, 0x6a, 0x24, ...leb(global));
  const edited = concat([locals, counting, code]);
  return concat([
    before,
    Uint8Array.from(leb(edited.length)),
    edited,
    body.subarray(start + length),
  ]);
}

function readVector(body: Uint8Array): { count: number; start: number } {
  const reader = new Reader(body);
  const count = reader.leb();
  return { count, start: reader.at };
}

class Reader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new Error("quickjs.wasm ends in the middle");
    return value;
  }

  leb(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value >>> 0;
    }
  }

  name(): string {
    const length = this.leb();
    const text = new TextDecoder().decode(this.bytes.subarray(this.at, this.at + length));
    this.at += length;
    return text;
  }

  skip(length: number): void {
    this.at += length;
  }
}

function leb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
