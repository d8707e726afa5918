import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { RunnerBlockError } from "../block/runner-block-error.js";

/** Manifests are a page or two. */
const MAX_BYTES = 256 * 1024;

/**
 * Reads a file of a workspace. A path that leaves the workspace is refused, whether by `..`, by
 * being absolute, or through a symbolic link.
 */
export async function readWorkspaceFile(workspace: string, path: string): Promise<string> {
  if (isAbsolute(path) || leaves(relative(".", path)) || path.includes("\0")) {
    throw outside(path);
  }
  const root = await realpath(workspace);
  let file: FileHandle;
  try {
    // Without O_NONBLOCK a named pipe would make the host wait for a writer.
    file = await open(join(root, path), constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new RunnerBlockError("runner.file", `${JSON.stringify(path)} cannot be read (${code})`);
  }
  try {
    if (leaves(relative(root, await whereabouts(file, join(root, path))))) throw outside(path);
    const { size } = await assertFile(file, path);
    const text = Buffer.alloc(size);
    const { bytesRead } = await file.read(text, 0, size, 0);
    return text.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Where the opened file really is. Linux says so of the handle itself: nobody can swap it. */
async function whereabouts(file: FileHandle, path: string): Promise<string> {
  return process.platform === "linux" ? realpath(`/proc/self/fd/${file.fd}`) : realpath(path);
}

async function assertFile(file: FileHandle, path: string): Promise<{ size: number }> {
  const stats = await file.stat();
  if (!stats.isFile()) {
    throw new RunnerBlockError("runner.file", `${JSON.stringify(path)} is not a file`);
  }
  if (stats.size <= MAX_BYTES) return stats;
  throw new RunnerBlockError(
    "runner.file",
    `${JSON.stringify(path)} is ${stats.size} bytes; at most ${MAX_BYTES} are read`,
  );
}

/** Whether a path that was made relative to a folder leads out of it. */
export function leaves(path: string): boolean {
  return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
}

function outside(path: string): RunnerBlockError {
  return new RunnerBlockError(
    "runner.file",
    `${JSON.stringify(path)} leads out of the workspace; name a file inside it`,
  );
}
