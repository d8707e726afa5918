import { assertKnownKeys, assertRecord, describe } from "@execbox/core";
import { notFound, ThreadFileError } from "./file-error.js";
import { formatPath, isPrivate, parsePath } from "./paths.js";
import type { ThreadStorage } from "./storage.js";

/** How `readFile` returns a file: as text, or as bytes with `encoding: null`. */
export interface ReadFileOptions {
  encoding?: "utf8" | null;
}

/** The files of a thread, as hosts and bridged guests may use them. */
export interface ThreadFiles {
  readFile(path: string, options: { encoding: null }): Promise<Uint8Array>;
  readFile(path: string, options?: { encoding?: "utf8" }): Promise<string>;
  readFile(path: string, options?: ReadFileOptions): Promise<string | Uint8Array>;
  writeFile(path: string, data: string | Uint8Array): Promise<void>;
  listFiles(folder?: string): Promise<string[]>;
  removeFile(path: string): Promise<boolean>;
}

/** Opens a storage to paths that hosts write and guests may choose. */
export function createFiles(storage: ThreadStorage): ThreadFiles {
  async function readFile(path: string, options: { encoding: null }): Promise<Uint8Array>;
  async function readFile(path: string, options?: { encoding?: "utf8" }): Promise<string>;
  async function readFile(path: string, options?: ReadFileOptions): Promise<string | Uint8Array> {
    const encoding = checkEncoding(options);
    const place = publicPath(path);
    const bytes = await storage.read(place);
    if (bytes === undefined) throw notFound(place);
    return encoding === null ? bytes : Buffer.from(bytes).toString("utf8");
  }

  return {
    readFile,
    async writeFile(path, data) {
      const place = publicPath(path);
      if (typeof data === "string") return storage.write(place, Buffer.from(data));
      if (data instanceof Uint8Array) return storage.write(place, data);
      throw new TypeError(`data must be a string or a Uint8Array, got ${describe(data)}`);
    },
    async listFiles(folder = "/") {
      const paths = await storage.list(publicPath(folder));
      return paths.filter((path) => !isPrivate(parsePath(path)));
    },
    async removeFile(path) {
      return storage.remove(publicPath(path));
    },
  };
}

/** A path in its one spelling, unless it leads to what is the thread's own. */
function publicPath(path: string): string {
  const names = parsePath(path);
  if (!isPrivate(names)) return formatPath(names);
  const shown = JSON.stringify(formatPath(names));
  throw new ThreadFileError("refused", `${shown} belongs to the thread itself`);
}

function checkEncoding(options: unknown): "utf8" | null {
  if (options === undefined || options === null) return "utf8";
  assertRecord("options", options);
  assertKnownKeys("options", options, ["encoding"]);
  const { encoding = "utf8" }: { encoding?: unknown } = options;
  if (encoding === "utf8" || encoding === null) return encoding;
  throw new TypeError(
    `options.encoding must be "utf8", or null for bytes, got ${describe(encoding)}`,
  );
}
