/** Something is wrong with a runner block; `path` says where, `file` in which file if it was one. */
export class RunnerBlockError extends TypeError {
  override name = "RunnerBlockError";
  /** The field, such as `runner.needs.native[0]`. */
  readonly path: string;
  /** The file that was read, when there was one. */
  readonly file: string | undefined;

  constructor(path: string, problem: string, file?: string) {
    super(`${file === undefined ? "" : `${file}: `}${path} ${problem}`);
    this.path = path;
    this.file = file;
  }
}
