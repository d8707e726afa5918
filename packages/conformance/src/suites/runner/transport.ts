import { messageOf } from "@execbox/core";
import { assert } from "../../bounded-assert.js";
import { defineSuite } from "../../verify.js";
import { EXEC, type Finding, Findings } from "./scenario.js";
import type { RunnerContext, Session } from "./session.js";

/** Cuts a session in the middle; the next one must be served as if nothing had been. */
async function cutAndGoOn(
  context: RunnerContext,
  code: string,
  until: (session: Session) => Promise<unknown>,
): Promise<void> {
  const findings: Finding[] = [];
  const ended = await cutOne(context, code, until);
  if (ended === false) {
    const message = "the runner lives on although nobody can hear it";
    findings.push({ id: "transport.runner-ends", message });
  }
  const unserved = await unservedBecause(context);
  if (unserved !== undefined) findings.push({ id: "transport.next-session", message: unserved });
  if (findings.length > 0) throw new Findings(findings);
}

async function cutOne(
  { connect }: RunnerContext,
  code: string,
  until: (session: Session) => Promise<unknown>,
): Promise<boolean | undefined> {
  let session: Session;
  try {
    session = await connect();
  } catch (error) {
    // An earlier cut may have been too much for it.
    throw new Findings([{ id: "transport.next-session", message: messageOf(error) }]);
  }
  session.execute(EXEC, code);
  await until(session);
  return session.cut();
}

async function unservedBecause({ connect }: RunnerContext): Promise<string | undefined> {
  try {
    const session = await connect();
    session.execute(EXEC, "'served'");
    await session.untilDone();
    assert.equal(session.value, "served");
    return undefined;
  } catch (error) {
    return `the next session was not served: ${messageOf(error)}`;
  }
}

/** Links that break. */
export const transport = defineSuite<RunnerContext>("transport", ({ test, needs }) => {
  test(
    ["transport.next-session", "transport.runner-ends"],
    "cut before the first call",
    (context) => cutAndGoOn(context, "await new Promise(() => {})", async () => {}),
  );

  test(
    ["transport.next-session", "transport.runner-ends"],
    "cut while a result is awaited",
    (context) => cutAndGoOn(context, "await tools.hang()", (session) => session.call(0)),
  );

  test(
    ["transport.next-session", "transport.runner-ends"],
    "cut right behind a cancel",
    (context) =>
      cutAndGoOn(context, "await tools.hang()", async (session) => {
        await session.call(0);
        session.cancel(EXEC);
      }),
  );

  needs("cancelInLoops")(
    ["transport.next-session", "transport.runner-ends"],
    "cut while the guest loops",
    (context) =>
      cutAndGoOn(context, "tools.hang(); for (;;);", async (session) => {
        await session.until(() => session.ofType("started")[0]);
        await session.quiet();
      }),
  );

  test("session.same-channel", "long messages, one right behind the other", async ({ connect }) => {
    const session = await connect();
    session.execute(
      EXEC,
      "(await Promise.all([tools.echo(1), tools.echo(2)])).map((s) => s.length)",
    );
    const second = await session.call(1);
    session.resolve(await session.call(0), "x".repeat(300_000));
    session.resolve(second, "\u00e9".repeat(200_000));
    await session.untilDone();
    assert.deepEqual(session.value, [300_000, 200_000]);
  });
});
