import { after, before, describe, it } from "node:test";
import { leftOutBecause, type OpenSubject, type Subject, type Suite } from "./verify.js";

// A case that hangs is a finding; it must not become a hanging test command.
const CASE_TIMEOUT_MS = 60_000;

/**
 * Runs suites under `node:test`: one group for the subject, one for each suite, one test for
 * each case. Cases whose facts do not hold are left out with a line that says so: they are not
 * skipped tests, for there is nothing to be tested.
 */
export function runWithNodeTest<Context>(
  suites: Suite<Context> | readonly Suite<Context>[],
  subject: Subject<Context>,
): void {
  describe(subject.name, () => {
    let open: OpenSubject<Context> | undefined;
    before(async () => {
      open = await subject.open();
    });
    after(async () => open?.close());

    for (const suite of [suites].flat()) {
      describe(suite.name, () => {
        for (const item of suite.cases) {
          const reason = leftOutBecause(item, subject.facts);
          if (reason !== undefined) {
            console.log(`${subject.name}: left out "${item.name}": ${reason}`);
            continue;
          }
          it(`${item.name} (${item.ids.join(", ")})`, { timeout: CASE_TIMEOUT_MS }, () => {
            if (open === undefined) throw new Error(`${subject.name} was not opened`);
            return item.run(open.context);
          });
        }
      });
    }
  });
}
