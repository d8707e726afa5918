import { messageOf } from "@execbox/core";
import type { ExecuteMessage, WireError } from "@execbox/protocol";
import type { RequirementId } from "../../requirements/index.js";
import type { Case, FactName, Suite } from "../../verify.js";
import { everywhere } from "./everywhere.js";
import { type Received, ROOMY, type RunnerContext, type Session } from "./session.js";

/** Looks at what a session has shown; throws when it breaks the requirement. */
export type Check = (session: Session) => void;

/** Checks by the requirement that each verifies. */
export type Checks = Readonly<Partial<Record<RequirementId, Check>>>;

/** One program, what the host does while it runs, and what must be true afterwards. */
export interface Scenario {
  readonly name: string;
  /** The id of its execution. Default `EXEC`. */
  readonly id?: string;
  /** Plain JavaScript; its last expression is the result, `await` works on top. */
  readonly code: string;
  readonly options?: Partial<ExecuteMessage["options"]>;
  readonly providers?: ExecuteMessage["providers"];
  /** What the host does after `execute`; by default it answers calls until the `done`. */
  play?(session: Session): void | Promise<void>;
  readonly checks: Checks;
  /** What the engine must be able to do for the case to make sense. */
  readonly needs?: readonly FactName[];
  /** Keeps this session as a golden transcript. */
  readonly golden?: Golden;
}

/** A session that is the same on every runner, and what its file shows where runners differ. */
export interface Golden {
  /** The file's name, without its ending. */
  readonly name: string;
  /** What stands for the ids of calls; `call-1` and so on unless given. */
  readonly calls?: readonly string[];
  readonly durationMs?: number;
}

/** The id of the execution where a scenario gives no other. */
export const EXEC = "exec-1";

/** What the host's tool `fail` says. */
export const FAILURE: WireError = { code: "tool_error", message: "the host's own words" };

/** A requirement that a session broke, and how. */
export interface Finding {
  readonly id: RequirementId;
  readonly message: string;
}

/** What a session broke: whoever catches it knows which requirements failed and which did not. */
export class Findings extends Error {
  override name = "Findings";
  readonly list: readonly Finding[];

  constructor(list: readonly Finding[]) {
    super(list.map(({ id, message }) => `${id}: ${message}`).join("\n"));
    this.list = list;
  }
}

/**
 * Makes scenarios a suite. Checks are made one by one after the session, and those of
 * `everywhere` besides, so that a runner broken in one way fails in one place.
 *
 * @example
 * const logs = scenarios("logs", [
 *   {
 *     name: "undefined",
 *     code: "console.log(undefined)",
 *     checks: { "log.undefined": ({ logs }) => assert.deepEqual(logs, ["undefined"]) },
 *   },
 * ]);
 */
export function scenarios(name: string, list: readonly Scenario[]): ScenarioSuite {
  return { name, cases: list.map(toCase), scenarios: list };
}

/** A suite that was made of scenarios, with the scenarios. */
export interface ScenarioSuite extends Suite<RunnerContext> {
  readonly scenarios: readonly Scenario[];
}

function toCase(scenario: Scenario): Case<RunnerContext> {
  return {
    ids: idsOf(scenario.checks),
    besides: idsOf(everywhere),
    name: scenario.name,
    needs: scenario.needs ?? [],
    async run({ connect }) {
      const session = await connect();
      const stuck = await stuckBecause(scenario, session);
      const own = stuck === undefined ? judge(scenario.checks, session) : blame(scenario, stuck);
      const findings = [...judge(everywhere, session), ...own];
      if (findings.length > 0) throw new Findings(findings);
    },
  };
}

/** Why a session did not get where its scenario leads, or `undefined` when it did. */
async function stuckBecause(scenario: Scenario, session: Session): Promise<string | undefined> {
  try {
    await perform(scenario, session);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Runs the session of a scenario to its end, without judging it. */
export async function perform(scenario: Scenario, session: Session): Promise<void> {
  const { id = EXEC, code, options, providers } = scenario;
  session.execute(id, code, {
    options: { ...ROOMY, ...options },
    ...(providers === undefined ? {} : { providers }),
  });
  await (scenario.play ?? answerAll)(session);
  await session.quiet();
}

/** Answers each call as its tool would, until the `done`: echo, fail, and hang, which never does. */
export async function answerAll(session: Session): Promise<void> {
  for (let index = 0; ; index++) {
    const next = await session.until(() => session.calls[index] ?? session.ofType("done")[0]);
    if (next?.["type"] !== "tool_call" || session.closed !== undefined) return;
    answer(session, next);
  }
}

/** Answers one call as its tool would. */
export function answer(session: Session, call: Received): void {
  if (call["safeToolName"] === "hang") return;
  if (call["safeToolName"] === "fail") session.reject(call, FAILURE);
  else session.resolve(call, call["input"]);
}

function judge(checks: Checks, session: Session): Finding[] {
  return idsOf(checks).flatMap((id) => {
    try {
      checks[id]?.(session);
      return [];
    } catch (error) {
      return [{ id, message: messageOf(error) }];
    }
  });
}

function blame({ checks }: Scenario, message: string): Finding[] {
  return idsOf(checks).map((id) => ({ id, message }));
}

function idsOf(checks: Checks): RequirementId[] {
  // The keys are the ids: the type of the table says so.
  return Object.keys(checks) as RequirementId[];
}
