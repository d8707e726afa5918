import * as nodeModule from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  findProgram,
  type HardenedProgram,
  inspectHardening,
  pipedChild,
  spawnHardened,
  type Wall,
} from "@execbox/placement";
import type { RunnerLimits } from "../block/types.js";
import { BODY_FILES, MODULE_BODY } from "../body-files.js";
import type { ResolvedBody } from "./body.js";
import type { Boundary } from "./boundary.js";
import { converse } from "./converse.js";
import { withErasedTypes } from "./erase-bundle.js";
import { assertNoLinksOut } from "./links-out.js";

/** How many processes and threads a body may have; Node alone has about eleven. */
const MAX_PROCESSES = 256;
const MB = 1024 * 1024;

/** What a process of its own is made with. */
export interface SubprocessOptions {
  limits: RunnerLimits;
  env: Readonly<Record<string, string>>;
  /** Tests ask for the weaker one. */
  wall?: Wall;
}

/**
 * A process of this machine behind its strongest walls: it reads its bundle, writes a scratch
 * folder that ends with it, and has no network.
 */
export function subprocessBoundary({ limits, env, wall }: SubprocessOptions): Boundary {
  const settings = {
    memoryBytes: Math.ceil(limits.memory_mb * MB),
    // The kernel counts whole seconds.
    cpuSeconds: Math.ceil(limits.cpu_ms / 1_000),
    body: { env, maxProcesses: MAX_PROCESSES },
  };
  const start = (program: HardenedProgram) => {
    const { child, ranOutOfMemory } = spawnHardened(program, wall);
    return pipedChild(child, ranOutOfMemory);
  };
  let held = wall;
  return {
    run: async (body, input, options) => {
      const conversation = { ...options, input, limits, kind: body.kind };
      if (body.kind === "command") {
        const command = hostCommand(body);
        return converse(start({ ...settings, readable: [body.bundle], command }), conversation);
      }
      held ??= inspectHardening().wall;
      if (held === "permission-model") {
        await assertNoLinksOut(body.bundle);
        if (body.typescript) assertTypesCanBeErased();
      }
      return withErasedTypes(body, body.bundle, (erased) => {
        const program = moduleProgram(body, erased, limits);
        return converse(start({ ...settings, ...program }), conversation);
      });
    },
  };
}

/** Node before 22.15 reads erased files on a thread, and a thread leads out of its permission model. */
function assertTypesCanBeErased(): void {
  if ("registerHooks" in nodeModule) return;
  throw new Error(
    "TypeScript bodies need bubblewrap here (apt-get install bubblewrap), or Node 22.15; JavaScript runs as it is",
  );
}

type ModuleBody = Extract<ResolvedBody, { kind: "module" }>;

function moduleProgram(
  { bundle, entry }: ModuleBody,
  erased: string | undefined,
  limits: RunnerLimits,
) {
  const url = pathToFileURL(join(bundle, entry)).href;
  return {
    entry: join(BODY_FILES, MODULE_BODY),
    args: erased === undefined ? [url] : [url, bundle, erased],
    nodeFlags: [
      // Where no control group can be made this is what is left.
      `--max-old-space-size=${Math.max(1, Math.floor(limits.memory_mb))}`,
      ...(erased === undefined ? [] : ["--enable-source-maps"]),
    ],
    readable: [bundle, BODY_FILES, ...(erased === undefined ? [] : [erased])],
  };
}

/** The command by the paths of this machine. The host's own PATH is not asked. */
function hostCommand({
  bundle,
  command,
}: {
  bundle: string;
  command: readonly string[];
}): string[] {
  const [program = "", ...args] = command.map((word) =>
    word.startsWith("./") ? join(bundle, word) : word,
  );
  if (program.includes("/")) return [program, ...args];
  const found = program === "node" ? process.execPath : findProgram(program);
  if (found !== undefined) return [found, ...args];
  throw new TypeError(
    `body.command begins with ${JSON.stringify(program)}, which is not installed here; install it, or use engine sandbox`,
  );
}
