import * as nodeModule from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CANCELLED, createExecuteResult, TIMED_OUT } from "@execbox/core";
import type { Verdict } from "@execbox/protocol";
import type { RunnerLimits } from "../block/types.js";
import { callBody } from "../body/call-body.js";
import { useTypeHooks } from "../body/use-type-hooks.js";
import { BODY_FILES, TYPE_HOOKS } from "../body-files.js";
import { fault } from "./answers.js";
import type { Boundary } from "./boundary.js";
import { type ErasedBundle, eraseBundle, faultOfText } from "./erase-bundle.js";

/**
 * The host's own process, for bodies the host trusts as itself. Values are copied through JSON, as
 * everywhere else; the clock ends the waiting, not the body.
 */
export function inProcessBoundary(limits: RunnerLimits): Boundary {
  const erased = new Map<string, Promise<ErasedBundle>>();
  return {
    async run(body, input, { signal }) {
      const startedAt = performance.now();
      if (body.kind === "command") {
        throw new TypeError(
          "engine in-process runs modules; a command needs subprocess or sandbox",
        );
      }
      if (body.typescript) {
        // Once for a bundle: modules that were imported stay, and so must what they came from.
        const making = erased.get(body.bundle) ?? eraseInto(body.bundle);
        erased.set(body.bundle, making);
        const failed = await making.then(() => undefined, faultOfText);
        if (failed !== undefined) erased.delete(body.bundle);
        if (failed !== undefined) return createExecuteResult(failed, record(startedAt));
      }
      const url = pathToFileURL(join(body.bundle, body.entry)).href;
      const call = callBody(url, input === "" ? undefined : JSON.parse(input), () => {});
      return createExecuteResult(
        await atMost(limits, signal, call.then(copied)),
        record(startedAt),
      );
    },
    async dispose() {
      for (const making of erased.values()) await making.then((made) => made.dispose());
      erased.clear();
    },
  };
}

async function eraseInto(bundle: string): Promise<ErasedBundle> {
  const made = await eraseBundle(bundle);
  const roots = { bundle: pathToFileURL(`${bundle}/`).href, erased: made.folder };
  useTypeHooks(nodeModule, pathToFileURL(join(BODY_FILES, TYPE_HOOKS)), roots);
  return made;
}

/** The host gets a copy, so that nothing the body keeps can change it later. */
function copied(answer: Awaited<ReturnType<typeof callBody>>): Verdict {
  if (!answer.ok) return answer;
  const { result } = answer;
  return { ok: true, result: result === undefined ? result : JSON.parse(JSON.stringify(result)) };
}

/** The verdict, or the clock's or the caller's, whichever is first. */
async function atMost(
  { timeout_ms }: RunnerLimits,
  signal: AbortSignal | undefined,
  verdict: Promise<Verdict>,
): Promise<Verdict> {
  let resolve: (verdict: Verdict) => void = () => {};
  const stopped = new Promise<Verdict>((settle) => {
    resolve = settle;
  });
  const timer = setTimeout(() => resolve(fault("timeout", TIMED_OUT)), Math.ceil(timeout_ms));
  const cancel = () => resolve(fault("timeout", CANCELLED));
  signal?.addEventListener("abort", cancel);
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([verdict, stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

function record(startedAt: number) {
  return { durationMs: performance.now() - startedAt, logs: [] };
}
