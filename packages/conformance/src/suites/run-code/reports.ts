import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { CAUGHT, errorOf, value } from "./support.js";

/** Many values from one run. */
export const reports = defineSuite<CodeContext>("reports", ({ test }) => {
  test("code.report", "sink, handle and result get every value in order", async ({ start }) => {
    const sunk: unknown[] = [];
    const source = `import './m.js';
      report("entry"); report({ deep: [new Map([[1, 2n]])] }); report(undefined); report(); report(null);
      await null; export default () => { report("call"); return "result" }`;
    const handle = start(source, {
      modules: { "./m.js": "report('module')" },
      report: (given) => sunk.push(given),
    });
    const result = await handle;
    const expected = [
      ...["module", "entry", { deep: [new Map([[1, 2n]])] }, undefined, undefined, null, "call"],
    ];
    assert.equal(value(result), "result");
    assert.deepEqual([sunk, result.reports, [...handle.reports]], [expected, expected, expected]);
  });

  test("code.report-sync", "the sink has run when report returns", async ({ run }) => {
    const sunk: unknown[] = [];
    const source = `const counts = []; for (const n of [1, 2, 3]) { report(n); counts.push(count()) }
      export default counts`;
    const globals = { count: () => sunk.length };
    const result = await run(source, { globals, report: (given) => sunk.push(given) });
    assert.deepEqual(value(result), [1, 2, 3]);
  });

  test("code.report", "report returns nothing of the sink's", async ({ run }) => {
    const source = "export default report(1)";
    assert.equal(value(await run(source, { report: () => "secret" })), undefined);
  });

  test(
    ["report.only-builtin", "code.report"],
    "functions of the caller's that are called report fill nothing",
    async ({ run }) => {
      const seen: unknown[] = [];
      const report = (given: unknown) => void seen.push(given);
      const imported = await run(
        "import { report } from 'supervisor'; report({ id: 1 }); export default typeof globalThis.report",
        { imports: { supervisor: { report } } },
      );
      const named = await run("report(2); export default 1", { globals: { report } });
      assert.deepEqual([value(imported), imported.reports, named.reports], ["undefined", [], []]);
      assert.deepEqual(seen, [{ id: 1 }, 2]);
    },
  );

  test("code.report", "both kinds of report stand side by side", async ({ run }) => {
    const seen: unknown[] = [];
    const source = `import { report as tell } from 'supervisor'; report("own"); tell("theirs"); export default 1`;
    const supervisor = { report: (given: unknown) => void seen.push(given) };
    const result = await run(source, { imports: { supervisor }, report: () => {} });
    assert.deepEqual([result.reports, seen], [["own"], ["theirs"]]);
  });

  test("code.report", "without the option there is no report", async ({ run }) => {
    const result = await run("export default [typeof report, 'report' in globalThis]");
    assert.deepEqual([value(result), result.reports], [["undefined", false], []]);
  });

  test("code.report", "reports survive a run that fails", async ({ run }) => {
    const report = () => {};
    const failed = await run("report(1); report(2); throw new Error('no')", { report });
    errorOf(failed, "error", "no");
    assert.deepEqual(failed.reports, [1, 2]);
    const missing = await run("report('kept')", { report });
    errorOf(missing, "link_error");
    assert.deepEqual(missing.reports, ["kept"]);
  });

  test("code.report", "a sink that throws does not change the run", async ({ run }) => {
    const report = () => {
      throw new Error("full");
    };
    const result = await run("report(1); report(2); export default 3", { report });
    assert.deepEqual([value(result), result.reports], [3, [1, 2]]);
    assert.match((result.diagnostics ?? []).join(), /full/);
  });

  test("code.cross-refused", "what cannot cross is refused at the call", async ({ run }) => {
    const source = `let caught; try { report({ f: [() => 1] }) } catch (e) { caught = ${CAUGHT} }
      export default caught`;
    const result = await run(source, { report: () => {} });
    const [isError, name, message] = value(result) as [boolean, string, string];
    assert.deepEqual([isError, name, result.reports], [true, "SerializationError", []]);
    assert.match(message, /f\[0\]/);
  });

  test("code.report", "a value is reported as it was at the call", async ({ run }) => {
    const source = "const list = [1]; report(list); list.push(2); report(list); export default 1";
    const { reports } = await run(source, { report: () => {} });
    assert.deepEqual(reports, [[1], [1, 2]]);
  });

  test("code.bounds-visible", "reports are bounded, and what was cut is said", async ({ run }) => {
    const COUNT = 20_000;
    let sunk = 0;
    const source = `for (let i = 0; i < ${COUNT}; i++) report(i); export default "done"`;
    const result = await run(source, { report: () => sunk++ });
    const kept = result.reports.length;
    assert.equal(value(result), "done");
    assert.ok(kept >= 1_000 && kept < COUNT, `${kept} reports`);
    assert.deepEqual(result.reports.slice(0, 3), [0, 1, 2]);
    assert.deepEqual([sunk, result.truncated], [kept, { reports: COUNT - kept }]);
  });
});
