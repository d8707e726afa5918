/** What kept a thread from reading or writing a file. */
export type ThreadFileErrorCode = "not_found" | "not_a_file" | "refused" | "failed";

/**
 * A thread's file could not be used. The message names the path as the caller wrote it and never
 * a path of the host: bridged to a guest, it must not tell where the storage is.
 */
export class ThreadFileError extends Error {
  readonly code: ThreadFileErrorCode;

  constructor(code: ThreadFileErrorCode, message: string) {
    super(message);
    this.name = "ThreadFileError";
    this.code = code;
  }
}

/** Turns whatever the file system threw into an error without host paths. */
export function toFileError(thrown: unknown, path: string): ThreadFileError {
  if (thrown instanceof ThreadFileError) return thrown;
  const shown = JSON.stringify(path);
  const reason = systemCode(thrown);
  switch (reason) {
    case "ENOENT":
      return notFound(path);
    case "EISDIR":
    case "ENOTDIR":
    case "ENOTEMPTY":
      return new ThreadFileError("not_a_file", `${shown} is a folder, or goes through a file`);
    case "ELOOP":
      return new ThreadFileError("refused", `${shown} goes through a symbolic link`);
    default:
      return new ThreadFileError("failed", `${shown} could not be used (${reason ?? "unknown"})`);
  }
}

/** The error for a file that is not there. */
export function notFound(path: string): ThreadFileError {
  return new ThreadFileError("not_found", `There is no file ${JSON.stringify(path)}`);
}

/** The `code` of a file system error, such as `ENOENT`. */
export function systemCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !("code" in thrown)) return undefined;
  return typeof thrown.code === "string" ? thrown.code : undefined;
}
