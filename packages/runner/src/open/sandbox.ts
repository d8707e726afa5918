import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CANCELLED,
  createExecuteResult,
  createTimeoutExecuteResult,
  type ExecuteResult,
  messageOf,
} from "@execbox/core";
import {
  SANDBOX_SCRATCH,
  type Sandbox,
  type SandboxDriver,
  type SandboxNeeds,
  type SandboxSpec,
} from "@execbox/placement";
import { BODY_FILES, MODULE_BODY } from "../body-files.js";
import type { RunnerHandle } from "../define/define-runner.js";
import { type ImageTemplate, missingNative } from "../define/images.js";
import { fault } from "./answers.js";
import type { ResolvedBody } from "./body.js";
import type { Boundary } from "./boundary.js";
import { type Conversation, converse } from "./converse.js";
import { withErasedTypes } from "./erase-bundle.js";

/** What a container is made with. */
export interface SandboxOptions {
  handle: RunnerHandle;
  image: ImageTemplate;
  /** What the driver calls the image, with npm in it where that is wanted. */
  baseImage: (npm: boolean) => Promise<string>;
  driver: SandboxDriver;
  env: Readonly<Record<string, string>>;
  network: boolean;
  installNetwork: boolean;
  onProgress: (step: string) => void;
}

const MB = 1024 * 1024;
const MAX_PROCESSES = 256;
/** Where things are in the sandbox. */
const AT = {
  bundle: `${SANDBOX_SCRATCH}/bundle`,
  programs: `${SANDBOX_SCRATCH}/.execbox/body`,
  erased: `${SANDBOX_SCRATCH}/.execbox/erased`,
};

/** A sandbox of its own for each run, made from an image that has what the body needs. */
export function sandboxBoundary(options: SandboxOptions): Boundary {
  return {
    async run(body, input, runOptions) {
      const startedAt = performance.now();
      const { limits } = options.handle;
      try {
        return await inSandbox(options, body, { ...runOptions, input, limits, kind: body.kind });
      } catch (error) {
        // The driver's trouble is nobody's mistake here: a result, as from every executor.
        const durationMs = performance.now() - startedAt;
        const message = `the sandbox failed: ${messageOf(error)}`;
        return createExecuteResult(fault("internal_error", message), { durationMs, logs: [] });
      }
    },
  };
}

async function inSandbox(
  options: SandboxOptions,
  body: ResolvedBody,
  conversation: Conversation,
): Promise<ExecuteResult> {
  const { driver } = options;
  const image = await prepare(options, body.bundle);
  // Installing takes its time; whoever has given up meanwhile gets no sandbox.
  if (conversation.signal?.aborted) return createTimeoutExecuteResult(0, CANCELLED);
  return withErasedTypes(body, AT.bundle, async (erased) => {
    const sandbox = await driver.create(specOf(options, image));
    try {
      return await runIn(driver, sandbox, body, erased, conversation);
    } finally {
      await driver.dispose(sandbox);
    }
  });
}

async function runIn(
  driver: SandboxDriver,
  sandbox: Sandbox,
  body: ResolvedBody,
  erased: string | undefined,
  conversation: Conversation,
) {
  await driver.copy(sandbox, body.bundle, AT.bundle);
  if (body.kind === "module") await driver.copy(sandbox, BODY_FILES, AT.programs);
  if (erased !== undefined) await driver.copy(sandbox, erased, AT.erased);
  const command = commandOf(body, erased !== undefined);
  return converse(driver.exec(sandbox, command), conversation);
}

/** The command by the paths of the sandbox. */
function commandOf(body: ResolvedBody, typed: boolean): string[] {
  if (body.kind === "command") {
    return body.command.map((word) => (word.startsWith("./") ? posix.join(AT.bundle, word) : word));
  }
  const url = pathToFileURL(posix.join(AT.bundle, body.entry)).href;
  return [
    "node",
    ...(typed ? ["--enable-source-maps"] : []),
    posix.join(AT.programs, MODULE_BODY),
    url,
    ...(typed ? [AT.bundle, AT.erased] : []),
  ];
}

/** Needs are honoured before the body starts; the driver keeps what it has made. */
async function prepare(options: SandboxOptions, bundle: string): Promise<string> {
  const { handle, image, driver, installNetwork: network, onProgress } = options;
  const { npm, pip } = handle.needs;
  const native = missingNative(image, handle.needs.native);
  const has = (name: string) => existsSync(join(bundle, name));
  const locked = has("package-lock.json");
  const asksForNothing = [native, npm, pip].every(({ length }) => length === 0);
  const base = await options.baseImage(npm.length > 0 || locked);
  if (asksForNothing && !locked && !has("requirements.txt")) return base;
  const needs: SandboxNeeds = { base, native, npm, pip, bundle, network };
  return driver.prepare(needs, onProgress);
}

function specOf({ handle, env, network }: SandboxOptions, image: string): SandboxSpec {
  const { memory_mb, cpu_ms } = handle.limits;
  return {
    image,
    memoryBytes: Math.ceil(memory_mb * MB),
    pids: MAX_PROCESSES,
    cpus: 1,
    ...(Number.isFinite(cpu_ms) ? { cpuSeconds: Math.ceil(cpu_ms / 1_000) } : {}),
    scratchBytes: Math.ceil(memory_mb * MB),
    network,
    mounts: [],
    env,
  };
}
