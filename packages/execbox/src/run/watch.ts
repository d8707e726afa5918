import { type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";

const SETTLE_MS = 60;

/**
 * Resolves when something in the folders of the given files changes, or when `signal` aborts.
 * Folders, because editors replace files, and because a tool module imports others beside it.
 */
export async function nextChange(files: readonly string[], signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const folders = new Set(files.map((file) => dirname(file)));
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      stop = resolve;
      signal.addEventListener("abort", stop, { once: true });
      for (const folder of folders) {
        const watcher = watch(folder, (_event, name) => {
          if (name === null || !/\.(?:[cm]?[jt]s|json)$/.test(name)) return;
          clearTimeout(timer);
          timer = setTimeout(resolve, SETTLE_MS);
        });
        watcher.on("error", reject);
        watchers.push(watcher);
      }
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    for (const watcher of watchers) watcher.close();
  }
}
