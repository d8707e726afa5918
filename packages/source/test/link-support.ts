import assert from "node:assert/strict";
import { after } from "node:test";
import { Worker } from "node:worker_threads";
import {
  LinkError,
  type LinkedGraph,
  type LinkRequest,
  loadTypeEraser,
  readGraph,
} from "../src/index.js";
import type { GraphAnswer, GraphJob } from "./link-worker.js";

/** A graph as most tests write it: the rest has defaults. */
export interface Given extends Partial<LinkRequest> {
  readonly source: string;
}

/** What `readGraph` wants, with everything that was left out. */
export function requestOf(given: Given): LinkRequest {
  return { modules: {}, imports: {}, language: "typescript", ...given };
}

const eraser = await loadTypeEraser();
assert.ok(eraser, "oxc-transform is a dependency and must load here");

/** The graph, linked with an eraser at hand. */
export function linkOf(given: Given): LinkedGraph {
  return readGraph(requestOf(given)).link(eraser);
}

/** The error that linking ends with; anything else, or nothing, is a failure. */
export function linkErrorOf(given: Given): LinkError {
  return linkErrorIn(() => linkOf(given));
}

/** The error that `action` ends with; anything else, or nothing, is a failure. */
export function linkErrorIn(action: () => unknown): LinkError {
  try {
    action();
  } catch (error) {
    assert.ok(error instanceof LinkError, `threw ${error instanceof Error ? error.stack : error}`);
    return error;
  }
  assert.fail("nothing was thrown");
}

/** The place of an error, as a table writes it: specifier, filename, line, column. */
export function placeOf({ specifier, filename, line, column }: LinkError) {
  return [specifier, filename, line, column];
}

let worker: Worker | undefined;
let jobs = 0;
const waiting = new Map<number, (answer: GraphAnswer) => void>();

after(() => worker?.terminate());

/** A worker for all tests of a file, which ends with them. */
function startWorker(): Worker {
  const started = new Worker(new URL("link-worker.js", import.meta.url), {
    execArgv: ["--experimental-vm-modules", "--no-warnings"],
  });
  started.on("message", (answer: GraphAnswer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  return started;
}

/** What V8 makes of a graph, through our link stage or by itself. */
export function evaluate(given: Given, mode: GraphJob["mode"] = "run"): Promise<GraphAnswer> {
  worker ??= startWorker();
  const job: GraphJob = { id: jobs++, request: requestOf(given), mode };
  const answer = new Promise<GraphAnswer>((resolve) => waiting.set(job.id, resolve));
  worker.postMessage(job);
  return answer;
}

/** The default export of a graph's entry, after V8 has run it. */
export async function resultOfGraph(given: Given): Promise<unknown> {
  const { value, error } = await evaluate(given);
  assert.equal(error, undefined, error?.stack);
  return value;
}
