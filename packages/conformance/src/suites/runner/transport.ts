import assert from "node:assert/strict";
import { defineSuite } from "../../verify.js";
import { EXEC, Findings } from "./scenario.js";
import type { RunnerContext, Session } from "./session.js";

/** Cuts a session in the middle; the next one must be served as if nothing had been. */
async function cutAndGoOn(
  { connect }: RunnerContext,
  code: string,
  until: (session: Session) => Promise<unknown>,
): Promise<void> {
  const first = await connect();
  first.execute(EXEC, code);
  await until(first);
  const ended = await first.cut();
  const second = await connect();
  second.execute(EXEC, "'served'");
  await second.untilDone();
  const findings = [];
  if (second.ofType("done")[0]?.["result"] !== "served") {
    findings.push({
      id: "transport.next-session",
      message: "the next session was not served",
    } as const);
  }
  if (ended === false) {
    const message = "the runner lives on although nobody can hear it";
    findings.push({ id: "transport.runner-ends", message } as const);
  }
  if (findings.length > 0) throw new Findings(findings);
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
