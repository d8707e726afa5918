import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { createExecuteResult, type ExecuteResult } from "@execbox/core";
import type { Verdict } from "@execbox/protocol";
import { GuestSyntaxError, loadTypeEraser, type TypeEraser } from "@execbox/source";

/** More than this in one bundle is not somebody's own code. */
const MAX_FILES = 2_000;

/**
 * Calls `use` with the folder of a TypeScript body's erased files, or with nothing for JavaScript;
 * the folder is gone afterwards. Text that cannot be erased is the run's result.
 */
export async function withErasedTypes(
  body: { kind: "module"; bundle: string; typescript: boolean } | { kind: "command" },
  seenAs: string,
  use: (erased: string | undefined) => Promise<ExecuteResult>,
): Promise<ExecuteResult> {
  if (body.kind === "command" || !body.typescript) return use(undefined);
  const startedAt = performance.now();
  let erased: ErasedBundle;
  try {
    erased = await eraseBundle(body.bundle, seenAs);
  } catch (error) {
    const durationMs = performance.now() - startedAt;
    return createExecuteResult(faultOfText(error), { durationMs, logs: [] });
  }
  try {
    return await use(erased.folder);
  } finally {
    await erased.dispose();
  }
}

/** The verdict on a body whose text is wrong; throws what is not the body's fault. */
export function faultOfText(error: unknown): Verdict {
  if (!(error instanceof GuestSyntaxError)) throw error;
  const { line, column, message } = error;
  return {
    ok: false,
    error: {
      code: "runtime_error",
      message,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    },
  };
}

/** A folder of erased texts that whoever made it disposes of. */
export interface ErasedBundle {
  folder: string;
  dispose(): Promise<void>;
}

/**
 * Erases the types of a bundle's own TypeScript files into a folder beside it: the bundle is read,
 * never written, and what runs the body needs no compiler. `seenAs` is where the body will find
 * its bundle; source maps point there. Throws a `GuestSyntaxError` that names the file.
 */
export async function eraseBundle(bundle: string, seenAs = bundle): Promise<ErasedBundle> {
  const eraser = await loadTypeEraser();
  if (eraser === undefined) {
    throw new GuestSyntaxError("TypeScript needs the package oxc-transform, which is not here");
  }
  const folder = await mkdtemp(join(tmpdir(), `execbox-erased-${process.pid}-`));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    for (const file of await typeScriptFiles(bundle)) {
      const target = join(folder, file);
      await mkdir(dirname(target), { recursive: true });
      const text = await readFile(join(bundle, file), "utf8");
      await writeFile(target, erase(eraser, text, file, pathToFileURL(join(seenAs, file)).href));
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  return { folder, dispose };
}

/** Paths relative to the bundle. Packages bring JavaScript; links are followed by nobody. */
async function typeScriptFiles(bundle: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [bundle];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== "node_modules") folders.push(path);
      if (!entry.isFile() || !/\.m?ts$/.test(entry.name) || /\.d\.m?ts$/.test(entry.name)) continue;
      found.push(relative(bundle, path));
      if (found.length > MAX_FILES) {
        throw new GuestSyntaxError(`the bundle has more than ${MAX_FILES} TypeScript files`);
      }
    }
  }
  return found;
}

/** JavaScript whose errors point into the author's file. */
function erase(eraser: TypeEraser, text: string, file: string, url: string): string {
  try {
    const { code, mappings } = eraser.erase(text, { module: true });
    const map = JSON.stringify({ version: 3, sources: [url], names: [], mappings });
    const encoded = Buffer.from(map).toString("base64");
    return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
  } catch (error) {
    if (!(error instanceof GuestSyntaxError)) throw error;
    const place =
      error.line === undefined ? undefined : { line: error.line, column: error.column ?? 1 };
    throw new GuestSyntaxError(`${file}: ${error.reason}`, place);
  }
}
