import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createCodeRunner } from "../src/index.js";

const LOOP = "while (true) {}";

for (const placement of ["worker", "process"] as const) {
  describe(`terminate, ${placement}`, () => {
    test("ends a loop that has not begun, however early it is called", async () => {
      const runner = createCodeRunner({ placement });
      const atOnce = runner.runCode(LOOP);
      atOnce.terminate("at once");
      const soon = runner.runCode(LOOP);
      await null;
      soon.terminate("soon");
      const later = runner.runCode(LOOP);
      setImmediate(() => later.terminate("later"));
      for (const [run, reason] of [
        [atOnce, "at once"],
        [soon, "soon"],
        [later, "later"],
      ] as const) {
        const { status, error } = await run;
        assert.equal(status, "terminated");
        assert.match(error?.message ?? "", new RegExp(reason));
        assert.equal(run.running, false);
      }
      assert.equal((await runner.runCode("export default 1")).result, 1);
      await runner.dispose();
    });

    test("a stack that crosses begins with the error's own words", async () => {
      const runner = createCodeRunner({ placement });
      const { result } = await runner.runCode("export default new RangeError('too far')");
      assert.ok(result instanceof RangeError);
      assert.match(result.stack ?? "", /^RangeError: too far\n {4}at .*<runCode>:1:/);
      await runner.dispose();
    });
  });
}
