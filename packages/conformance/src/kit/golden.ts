import { assert } from "../bounded-assert.js";
import type { RequirementId } from "../requirements/index.js";
import { calls } from "../suites/runner/calls.js";
import { lifecycle } from "../suites/runner/lifecycle.js";
import { logs } from "../suites/runner/logs.js";
import { perform, type Scenario } from "../suites/runner/scenario.js";
import {
  DEFAULT_PATIENCE,
  type Patience,
  type RunnerConnection,
  Session,
} from "../suites/runner/session.js";
import { transcripts } from "../suites/runner/transcripts.js";
import { values } from "../suites/runner/values.js";
import { verdicts } from "../suites/runner/verdicts.js";
import { matchMessage, type Names, placeholder, resolveNames } from "./placeholders.js";
import { recorded } from "./transcript.js";

/** A message as a plain record. */
export type JsonMessage = Readonly<Record<string, unknown>>;

/** One line of a golden transcript: what the host sends, or what the runner must then send. */
export type GoldenStep = { readonly send: JsonMessage } | { readonly expect: JsonMessage };

/** A session that every runner plays alike, as data. */
export interface GoldenTranscript {
  readonly name: string;
  readonly about: string;
  readonly verifies: readonly RequirementId[];
  readonly steps: readonly GoldenStep[];
}

/** The scenarios that are kept as golden transcripts. */
export const goldenScenarios: readonly Scenario[] = [
  lifecycle,
  calls,
  values,
  logs,
  verdicts,
  transcripts,
]
  .flatMap((suite) => suite.scenarios)
  .filter(({ golden }) => golden !== undefined);

/** Plays a scenario with a runner and writes down what crossed, with placeholders. */
export async function recordGolden(
  scenario: Scenario,
  connection: RunnerConnection,
): Promise<GoldenTranscript> {
  const { golden, name: about, checks } = scenario;
  assert.ok(golden, `${about} is not kept as a golden transcript`);
  const [link, transcript] = recorded(connection);
  await perform(scenario, new Session(link));
  const ids = new Map<unknown, string>();
  const words = new Set<unknown>();
  const steps = transcript.map(({ direction, text }): GoldenStep => {
    const message: JsonMessage = JSON.parse(text);
    if (direction === "send") {
      const { callId, error } = message;
      words.add(Reflect.get(Object(error), "message"));
      const named = ids.get(callId);
      return { send: named === undefined ? message : { ...message, callId: named } };
    }
    const { callId } = message;
    if (callId !== undefined) {
      const example = golden.calls?.[ids.size] ?? `call-${ids.size + 1}`;
      ids.set(callId, placeholder("call", example));
    }
    return { expect: generalise(message, ids, words, golden.durationMs ?? 1) };
  });
  // The table of checks is keyed by id.
  return { name: golden.name, about, verifies: Object.keys(checks) as RequirementId[], steps };
}

/** The fields the specification gives a message, in its order; what else a runner says is its own. */
const FIELDS = [
  "type",
  "id",
  "ok",
  "durationMs",
  "logs",
  "callId",
  "providerName",
  "safeToolName",
  "input",
  "result",
  "error",
];

function generalise(
  message: JsonMessage,
  ids: ReadonlyMap<unknown, string>,
  words: ReadonlySet<unknown>,
  durationMs: number,
): JsonMessage {
  const general: Record<string, unknown> = {};
  for (const key of FIELDS) if (key in message) general[key] = message[key];
  if ("callId" in general) general["callId"] = ids.get(general["callId"]);
  if ("durationMs" in general) general["durationMs"] = placeholder("number", durationMs);
  if ("error" in general) general["error"] = generaliseError(general["error"], words);
  return general;
}

function generaliseError(error: unknown, words: ReadonlySet<unknown>): JsonMessage {
  const { code, message } = Object(error);
  // What the host said must come back as it was; a runner's own words are its own.
  return { code, message: words.has(message) ? message : placeholder("string", message) };
}

/**
 * A golden transcript as its file: one JSON value a line, the first says what it is. In ASCII, for
 * not every language agrees on what ends a line.
 */
export function renderGolden({ steps, ...head }: GoldenTranscript): string {
  return [head, ...steps].map((line) => `${toAscii(JSON.stringify(line))}\n`).join("");
}

function toAscii(json: string): string {
  return json.replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Reads the file of a golden transcript. */
export function parseGolden(text: string): GoldenTranscript {
  const [head, ...steps] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { ...head, steps };
}

/**
 * Replays a golden transcript against a runner; throws where the runner departs from it. This is
 * all another language's tests have to do.
 */
export async function replayGolden(
  { name, steps }: GoldenTranscript,
  connection: RunnerConnection,
  patience: Patience = DEFAULT_PATIENCE,
): Promise<void> {
  const session = new Session(connection, patience);
  const names: Names = new Map();
  let heard = 0;
  for (const [index, step] of steps.entries()) {
    const where = `${name}, step ${index + 1}`;
    if ("send" in step) {
      connection.send(JSON.stringify(resolveNames(step.send, names)));
      continue;
    }
    const message = await session.until(() => session.received[heard]);
    assert.ok(message, `${where}: nothing came, expected ${JSON.stringify(step.expect)}`);
    heard++;
    matchMessage(message, step.expect, names, where);
  }
  await session.quiet();
  assert.deepEqual(session.received.slice(heard), [], `${name}: more came than expected`);
  assert.deepEqual(session.junk, [], `${name}: frames that are no messages`);
}
