import type { RunnerLanguage } from "../block/types.js";

const EXTENSIONS: Readonly<Record<string, RunnerLanguage>> = {
  js: "node",
  mjs: "node",
  cjs: "node",
  ts: "node",
  mts: "node",
  cts: "node",
  py: "python",
};

/** The language of a file by its extension; `undefined` for one that says nothing. */
export function languageOfRun(run: string): RunnerLanguage | undefined {
  const extension = /\.([a-z]+)$/i.exec(run)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}
