import { describe } from "@execbox/core";
import { ThreadFileError } from "./file-error.js";

/** The folder of a storage that holds what belongs to the thread itself. */
export const PRIVATE_FOLDER = ".thread";

const MAX_PATH_CHARS = 1_024;
const MAX_NAME_BYTES = 255;

/**
 * Splits a path of a thread's storage into names. A leading `/` is the storage's root, so that
 * `/data/a.json` and `data/a.json` are one file. The rules are the same on every platform, so
 * that a storage can move: what means something special on one of them is refused on all.
 */
export function parsePath(path: unknown): readonly string[] {
  if (typeof path !== "string") {
    throw new TypeError(`path must be a string, got ${describe(path)}`);
  }
  const fault = faultOf(path);
  if (fault !== undefined) {
    const shown = JSON.stringify(path.length > 80 ? `${path.slice(0, 80)}…` : path);
    throw new ThreadFileError("refused", `The path ${shown} is refused: ${fault}`);
  }
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

/** The one spelling of a path: absolute, with single slashes. */
export function formatPath(names: readonly string[]): string {
  return `/${names.join("/")}`;
}

/**
 * Whether a path leads into the thread's private folder on any file system: some ignore case,
 * some ignore invisible characters, some compose accents.
 */
export function isPrivate(names: readonly string[]): boolean {
  const folded = names[0]?.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return folded?.toLowerCase() === PRIVATE_FOLDER;
}

function faultOf(path: string): string | undefined {
  if (path.length > MAX_PATH_CHARS) return `it is longer than ${MAX_PATH_CHARS} characters`;
  if (/[\u0000-\u001f\u007f]/.test(path)) return "it has control characters in it";
  if (path.includes("\\")) return "use / between names, not \\";
  // Drive letters, and the hidden streams that NTFS keeps behind a file's name.
  if (path.includes(":")) return 'names may not have ":" in them';
  // On disk each half would become the same replacement character.
  if (/\p{Surrogate}/u.test(path)) return "it is not well-formed Unicode";
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name === "..") return '".." is not allowed; start at the root with /';
    // Windows drops these ends, which would make two names one, or make "..".
    if (/[. ]$/.test(name)) return "names may not end with a dot or a space";
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
      return `a name in it is longer than ${MAX_NAME_BYTES} bytes`;
    }
  }
  return undefined;
}
