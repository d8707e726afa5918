import assert from "node:assert/strict";
import { test } from "node:test";
import { type CodeResult, codeSubject, codeSuites, type StartCode } from "@execbox/conformance";

const rest = { reports: [], logs: [], durationMs: 1 };

/** Runners that run nothing and always say the same. */
const liars: Readonly<Record<string, StartCode>> = {
  "says yes to everything": liar({ status: "success", result: undefined, ...rest }),
  "fails everything": liar({ status: "error", error: error("failed"), ...rest }),
  "links nothing": liar({ status: "link_error", error: error("unlinked"), ...rest }),
  "terminates everything": liar({ status: "terminated", error: error("safety cap"), ...rest }),
  "refuses everything": () => {
    throw new TypeError("options are wrong");
  },
};

// A case that every liar passes tests nothing.
test("every case of the contract suite fails on a runner that runs nothing", async () => {
  const passed = new Map<string, number>();
  for (const [name, runCode] of Object.entries(liars)) {
    const subject = codeSubject({ name, create: () => ({ runCode, dispose: async () => {} }) });
    const { context, close } = await subject.open();
    for (const suite of codeSuites) {
      for (const item of suite.cases) {
        const key = `${suite.name}: ${item.name}`;
        if (await passes(() => item.run(context))) passed.set(key, (passed.get(key) ?? 0) + 1);
      }
    }
    await close();
  }
  const cases = codeSuites.flatMap(({ cases }) => cases);
  assert.ok(cases.length > 300, `${cases.length} cases`);
  const most = Math.max(0, ...passed.values());
  assert.equal(
    most,
    1,
    `passed by ${most} liars: ${[...passed].filter(([, times]) => times === most).map(([key]) => key)}`,
  );
});

function liar(result: CodeResult): StartCode {
  return () => ({
    // biome-ignore lint/suspicious/noThenProperty: the contract makes the handle awaitable.
    then: (onFulfilled, onRejected) => Promise.resolve(result).then(onFulfilled, onRejected),
    terminate: () => {},
    running: false,
    reports: [],
  });
}

function error(message: string): NonNullable<CodeResult["error"]> {
  return { name: "Error", message };
}

/** A case that waits for a bridge nobody calls has not passed. */
async function passes(run: () => void | Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, 100, false);
  });
  const outcome = Promise.resolve()
    .then(run)
    .then(
      () => true,
      () => false,
    );
  try {
    return await Promise.race([outcome, patience]);
  } finally {
    clearTimeout(timer);
  }
}
