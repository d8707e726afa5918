import { readFile, stat } from "node:fs/promises";
import { basename, dirname, extname } from "node:path";
import { messageOf } from "@execbox/core";
import { RunnerBlockError } from "../block/runner-block-error.js";
import type { RunnerDefinition } from "../block/types.js";
import type { RunnerPolicy } from "../define/policy.js";
import { type ComposeOptions, composeRunner, formOf } from "./compose.js";
import { readFrontMatter, readYaml } from "./front-matter.js";
import { migrateRuntime } from "./legacy.js";
import { resolveRunner } from "./resolve-runner.js";

/** What `validateRunner` found: the block, or the first thing that is wrong with it. */
export type RunnerReport =
  | {
      ok: true;
      file: string;
      /** The block the manifest means; `undefined` for a `ref` that nobody here resolves. */
      runner: RunnerDefinition | undefined;
      warnings: string[];
    }
  | { ok: false; file: string; path: string; message: string; warnings: string[] };

/** How a manifest is validated. */
export interface ValidateOptions extends ComposeOptions {
  /** What the host decides: its images for example. */
  host?: Omit<RunnerPolicy, "logger">;
}

const MAX_BYTES = 1024 * 1024;

/**
 * Validates the runner of a manifest file: Markdown with front matter, YAML or JSON. Reports the
 * first failure with the file and the field; never throws for anything in the file. The workspace
 * is the manifest's folder unless given.
 *
 * @example
 * const report = await validateRunner("tools/report/TOOL.md");
 * if (!report.ok) console.error(report.file, report.path, report.message);
 */
export async function validateRunner(
  manifestPath: string,
  options: ValidateOptions = {},
): Promise<RunnerReport> {
  const warnings: string[] = [];
  const compose = { workspace: dirname(manifestPath), ...options };
  try {
    const manifest = await readManifest(manifestPath);
    const { runner } = migrateRuntime(manifest).manifest;
    const isOpenRef = formOf(runner)?.kind === "ref" && options.resolveRef === undefined;
    if (isOpenRef) return { ok: true, file: manifestPath, runner: undefined, warnings };
    const logger = { warn: (warning: string) => warnings.push(warning) };
    await resolveRunner(manifest, { ...compose, host: { ...options.host, logger } });
    const block = await composeRunner(runner, compose);
    return { ok: true, file: manifestPath, runner: block, warnings };
  } catch (error) {
    const { path, file } =
      error instanceof RunnerBlockError ? error : { path: "manifest", file: undefined };
    const message = messageOf(error);
    return { ok: false, file: file ?? manifestPath, path, message, warnings };
  }
}

async function readManifest(path: string): Promise<unknown> {
  const name = basename(path);
  const { size } = await stat(path);
  if (size > MAX_BYTES) {
    throw new RunnerBlockError("manifest", `is ${size} bytes; at most ${MAX_BYTES} are read`);
  }
  const text = await readFile(path, "utf8");
  switch (extname(path).toLowerCase()) {
    case ".json":
    case ".yaml":
    case ".yml":
      // JSON is YAML, and the reader of YAML refuses duplicate keys in both.
      return readYaml(text, name);
    default:
      return readFrontMatter(text, name);
  }
}
