import { createReadStream, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join, posix } from "node:path";

/** One thing in an archive. */
export type TarEntry =
  | { kind: "folder"; name: string; mode?: number }
  | { kind: "link"; name: string; to: string }
  | { kind: "text"; name: string; text: string; mode?: number }
  /** A file of this machine, read when its turn comes. */
  | { kind: "file"; name: string; from: string; size: number; mode: number };

const BLOCK = 512;

/**
 * An archive as tar reads it, with nothing of this machine in it but names and content: the same
 * entries give the same bytes.
 */
export async function* tar(entries: Iterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for (const entry of entries) {
    yield* header(entry);
    if (entry.kind === "text") yield padded(Buffer.from(entry.text));
    if (entry.kind === "file") yield* content(entry);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Everything in a file or folder of this machine, under a name of its own. Links stay links. */
export function* tarEntriesOf(from: string, name: string): Generator<TarEntry> {
  const status = lstatSync(from);
  const mode = status.mode & 0o777;
  if (status.isSymbolicLink()) {
    yield { kind: "link", name, to: readlinkSync(from) };
  } else if (status.isDirectory()) {
    yield { kind: "folder", name, mode };
    for (const child of readdirSync(from).sort()) {
      yield* tarEntriesOf(join(from, child), posix.join(name, child));
    }
  } else if (status.isFile()) {
    yield { kind: "file", name, from, size: status.size, mode };
  }
}

/** The folders above a name, outermost first. */
export function* foldersAbove(name: string): Generator<TarEntry> {
  const parts = name.split("/").slice(0, -1);
  for (let count = 1; count <= parts.length; count++) {
    yield { kind: "folder", name: parts.slice(0, count).join("/") };
  }
}

async function* content(entry: TarEntry & { kind: "file" }): AsyncGenerator<Uint8Array> {
  // A file that grew since its size was read is cut; one that shrank cannot be told from here on.
  let left = entry.size;
  if (left > 0) {
    for await (const chunk of createReadStream(entry.from, { end: entry.size - 1 })) {
      left -= (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  if (left > 0) throw new Error(`${entry.from} became shorter while it was read`);
  yield Buffer.alloc((BLOCK - (entry.size % BLOCK)) % BLOCK);
}

const TYPE = { folder: "5", link: "2", text: "0", file: "0" } as const;

function* header(entry: TarEntry): Generator<Uint8Array> {
  const name = entry.kind === "folder" ? `${entry.name}/` : entry.name;
  const target = entry.kind === "link" ? entry.to : "";
  // What does not fit the fixed fields goes before, as records of their own.
  const long = [
    ...(fits(name) ? [] : [record("path", name)]),
    ...(fits(target) ? [] : [record("linkpath", target)]),
  ].join("");
  if (long !== "") {
    yield block("long", "x", Buffer.byteLength(long), 0o644, "");
    yield padded(Buffer.from(long));
  }
  yield block(name, TYPE[entry.kind], sizeOf(entry), modeOf(entry), target);
}

function block(name: string, type: string, size: number, mode: number, target: string): Buffer {
  const bytes = Buffer.alloc(BLOCK);
  bytes.write(plain(name), 0, 100);
  bytes.write(octal(mode, 7), 100);
  bytes.write(octal(0, 7), 108);
  bytes.write(octal(0, 7), 116);
  bytes.write(octal(size, 11), 124);
  bytes.write(octal(0, 11), 136);
  bytes.write("        ", 148);
  bytes.write(type, 156);
  bytes.write(plain(target), 157, 100);
  bytes.write("ustar\u000000", 257, "latin1");
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${octal(sum, 6)}\0 `, 148, "latin1");
  return bytes;
}

/** A record counts its own length, which counts towards it. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + String(bytes).length;
  length = bytes + String(length).length;
  return `${length}${rest}`;
}

function sizeOf(entry: TarEntry): number {
  if (entry.kind === "file") return entry.size;
  return entry.kind === "text" ? Buffer.byteLength(entry.text) : 0;
}

function modeOf(entry: TarEntry): number {
  if (entry.kind === "link") return 0o777;
  return entry.mode ?? (entry.kind === "folder" ? 0o755 : 0o644);
}

const NOT_ASCII = /[^\x20-\x7e]/g;

function fits(text: string): boolean {
  return text.length <= 100 && text.search(NOT_ASCII) < 0;
}

/** What the fixed field says; a record before it says the whole where this is not it. */
function plain(text: string): string {
  return text.replace(NOT_ASCII, "_").slice(0, 100);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}
