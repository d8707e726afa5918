import { ThreadFileError } from "./file-error.js";
import { formatPath, parsePath } from "./paths.js";
import type { ThreadStorage } from "./storage.js";

/** A storage that lives as long as the thread does. */
export function memoryStorage(): ThreadStorage {
  // A file is a list of chunks: adding to a long one must not copy it.
  const files = new Map<string, Uint8Array[]>();

  function place(path: string): string {
    const names = parsePath(path);
    const key = formatPath(names);
    const isFolder = names.length === 0 || [...files.keys()].some(isBelow(key));
    const parents = names.slice(1).map((_, index) => formatPath(names.slice(0, index + 1)));
    if (isFolder || parents.some((parent) => files.has(parent))) {
      const shown = JSON.stringify(path);
      throw new ThreadFileError("not_a_file", `${shown} is a folder, or goes through a file`);
    }
    return key;
  }

  return {
    async read(path) {
      const chunks = files.get(place(path));
      return chunks === undefined ? undefined : join(chunks);
    },
    async write(path, data) {
      files.set(place(path), [data.slice()]);
    },
    async append(path, data) {
      const key = place(path);
      const chunks = files.get(key);
      if (chunks === undefined) files.set(key, [data.slice()]);
      else chunks.push(data.slice());
    },
    async list(folder) {
      const key = formatPath(parsePath(folder));
      return [...files.keys()].filter(isBelow(key)).sort();
    },
    async remove(path) {
      return files.delete(place(path));
    },
  };
}

function isBelow(folder: string): (path: string) => boolean {
  const start = folder === "/" ? "/" : `${folder}/`;
  return (path) => path.startsWith(start);
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
