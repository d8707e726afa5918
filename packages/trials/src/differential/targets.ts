import assert from "node:assert/strict";
import type { FuzzTarget } from "../fuzz/target.js";
import { Counter } from "../fuzz/target.js";
import type { Random } from "../random.js";
import { engines, nameOf } from "../subjects.js";
import { makeModules } from "./modules.js";
import { observedOf, observedOfModule } from "./observe.js";
import { makeProgram } from "./programs.js";
import { type Observed, Reference } from "./reference.js";

/** Generated programs through both doors, on every engine, against plain Node. */
export const programsTarget: FuzzTarget = {
  name: "programs",
  shortCases: 80,
  async open() {
    const reference = new Reference();
    const counter = new Counter();
    const open = engines.map((subject) => ({
      name: nameOf(subject),
      executor: subject.executor(),
      runner: subject.codeRunner(),
    }));
    return {
      async run(random: Random) {
        const { body, snippet } = makeProgram(random);
        const expected = await reference.run({ body });
        counter.add(expected.error === undefined ? "values" : "errors");
        for (const { name, executor, runner } of open) {
          const whole = observedOf(await executor.execute(`async () => {\n${body}\n}`));
          assertAlike(whole, expected, `${name}, execute`, body);
          const script = observedOf(
            await executor.execute(snippet, [], { language: "javascript" }),
          );
          assertAlike(script, expected, `${name}, a snippet`, snippet);
          const module = await runner.runCode(`export default async () => {\n${body}\n}`, {
            language: "javascript",
          });
          assertAlike(observedOfModule(module), expected, `${name}, runCode`, body);
        }
      },
      figures: () => counter.toRecord(),
      async close() {
        reference.close();
        for (const { executor, runner } of open) {
          await executor.dispose?.();
          await runner.dispose();
        }
      },
    };
  },
};

/** Generated module graphs through the link stage, on every engine, against plain Node. */
export const modulesTarget: FuzzTarget = {
  name: "modules",
  shortCases: 150,
  async open() {
    const reference = new Reference();
    const counter = new Counter();
    const open = engines.map((subject) => ({
      name: nameOf(subject),
      runner: subject.codeRunner(),
    }));
    return {
      async run(random: Random) {
        const made = makeModules(random);
        const expected = await reference.run({ modules: made });
        counter.add(expected.error === undefined ? "values" : "errors");
        const { entry = "", ...modules } = made;
        for (const { name, runner } of open) {
          const result = await runner.runCode(entry, { modules, language: "javascript" });
          assertAlike(observedOfModule(result), expected, name, JSON.stringify(made, null, 1));
        }
      },
      figures: () => counter.toRecord(),
      async close() {
        reference.close();
        for (const { runner } of open) await runner.dispose();
      },
    };
  },
};

function assertAlike(actual: Observed, expected: Observed, who: string, text: string): void {
  const { logs, ...ending } = actual;
  const { logs: expectedLogs, ...expectedEnding } = expected;
  const message = `${who} differs from plain Node on:\n${text}\n`;
  assert.deepEqual(ending, expectedEnding, message);
  // A run is over with its verdict; Node lets what a failed module left behind go on.
  const count =
    expected.error === undefined ? MAX_LINES : Math.min(logs.length, expectedLogs.length);
  assert.deepEqual(
    logs.slice(0, count),
    expectedLogs.slice(0, Math.min(count, MAX_LINES)),
    message,
  );
}

/** As many lines as a run keeps. */
const MAX_LINES = 100;
