/**
 * Where a thread keeps its files and messages. Paths come in one spelling, `/folder/name`,
 * already checked; an implementation still decides what they may reach.
 */
export interface ThreadStorage {
  /** The bytes of a file, in an array of their own, or `undefined` when there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Makes the file and its folders, or replaces its whole content at once. */
  write(path: string, data: Uint8Array): Promise<void>;
  /** Adds to the end of a file. Without it, a thread reads and writes the whole file. */
  append?(path: string, data: Uint8Array): Promise<void>;
  /** The paths of all files in a folder and the folders below it, sorted. */
  list(folder: string): Promise<string[]>;
  /** Removes a file and says whether there was one. */
  remove(path: string): Promise<boolean>;
}
