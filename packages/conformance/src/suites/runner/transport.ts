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

  test("session.same-channel", "messages that arrive in one piece", async ({ connect }) => {
    const session = await connect();
    session.execute(EXEC, "[await tools.echo(1), await tools.echo(2)]");
    const first = await session.call(0);
    session.send({ type: "tool_result", callId: "nobody", ok: true });
    session.resolve(first, "x".repeat(300_000));
    session.resolve(await session.call(1), 2);
    await session.untilDone();
    assert.equal(Array.isArray(session.value) && session.value[0]?.length, 300_000);
  });
});
