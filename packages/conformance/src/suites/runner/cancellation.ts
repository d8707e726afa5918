import { assert } from "../../bounded-assert.js";
import { answer, EXEC, type Scenario, scenarios } from "./scenario.js";
import type { Session } from "./session.js";

const ended = (session: Session) => {
  assert.ok(session.ofType("done").length > 0, "no done came after the cancel");
};

/** A cancelled execution should say timeout; whether it was ended at all is another question. */
const timeoutShaped = (session: Session) => {
  const [done] = session.ofType("done");
  if (done?.["ok"] === false) assert.equal(session.error.code, "timeout");
};

const aborted = (session: Session) => {
  ended(session);
  assert.equal(session.done["ok"], false, "the execution went on to its end");
};

const afterFirstCall = async (session: Session) => {
  await session.call(0);
  session.cancel(EXEC);
  await session.untilDone();
};

const inCode = (name: string, code: string): Scenario => ({
  name,
  code,
  needs: ["cancelInLoops"],
  async play(session) {
    // A call tells that guest code is running; a pause, that it is deep in what follows.
    answer(session, await session.call(0));
    await session.quiet();
    session.cancel(EXEC);
    await session.untilDone();
  },
  checks: { "cancel.in-code": ended, "cancel.timeout-shaped": timeoutShaped },
});

/** Cancels at each point of an execution. */
export const cancellation = scenarios("cancellation", [
  {
    name: "right behind the execute",
    code: "await tools.hang()",
    async play(session) {
      session.cancel(EXEC);
      await session.untilDone();
    },
    checks: { "cancel.before-calls": ended, "cancel.timeout-shaped": timeoutShaped },
  },
  {
    name: "while a result is awaited",
    code: "await tools.hang(); 'never'",
    play: afterFirstCall,
    checks: { "cancel.during-call": ended, "cancel.timeout-shaped": timeoutShaped },
  },
  {
    name: "while many results are awaited",
    code: "await Promise.all([tools.hang(1), tools.hang(2), tools.hang(3)])",
    async play(session) {
      await session.call(2);
      session.cancel(EXEC);
      await session.untilDone();
    },
    checks: { "cancel.pending-rejects": ended, "cancel.timeout-shaped": timeoutShaped },
  },
  {
    name: "while the guest waits for nothing of ours",
    code: "await tools.echo(1); await new Promise(() => {})",
    async play(session) {
      answer(session, await session.call(0));
      session.cancel(EXEC);
      await session.untilDone();
    },
    // Whoever sees at once that nothing can settle this may say so before the cancel comes.
    checks: { "cancel.aborts": ended },
  },
  {
    name: "a guest that catches whatever it is thrown",
    code: "let n = 0; while (n++ < 1000) { try { await tools.hang() } catch {} } 'survived'",
    async play(session) {
      await session.call(0);
      session.cancel(EXEC);
      await session.untilDone();
    },
    checks: { "cancel.aborts": aborted, "cancel.timeout-shaped": timeoutShaped },
  },
  {
    name: "a guest with a finally that waits",
    code: "try { await tools.hang() } finally { await tools.hang() }",
    play: afterFirstCall,
    checks: { "cancel.aborts": aborted, "cancel.timeout-shaped": timeoutShaped },
  },
  {
    name: "twice",
    code: "await tools.hang()",
    async play(session) {
      await session.call(0);
      session.cancel(EXEC);
      session.cancel(EXEC);
      await session.untilDone();
    },
    checks: { "cancel.aborts": ended },
  },
  {
    name: "with a result that comes too late",
    code: "await tools.hang()",
    async play(session) {
      const call = await session.call(0);
      session.cancel(EXEC);
      session.resolve(call, "late");
      await session.untilDone();
    },
    checks: { "cancel.aborts": aborted, "cancel.timeout-shaped": timeoutShaped },
  },
  {
    name: "after the done",
    code: "'done'",
    async play(session) {
      await session.untilDone();
      session.cancel(EXEC);
    },
    checks: { "session.silent-after-done": ({ value }) => assert.equal(value, "done") },
  },
  inCode("in an endless loop", "await tools.echo(1); for (;;);"),
  inCode(
    "in a loop that catches",
    "await tools.echo(1); for (;;) { try { for (;;); } catch {} finally { continue } }",
  ),
  inCode("in microtasks without end", "await tools.echo(1); for (;;) await null;"),
]);
