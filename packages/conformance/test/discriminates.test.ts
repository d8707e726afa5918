import assert from "node:assert/strict";
import { test } from "node:test";
import { executeSuites, executorSubject } from "@execbox/conformance";
import type { ExecuteResult } from "@execbox/core";

const record = { durationMs: 1, logs: [] };

/** Executors that run nothing and always say the same. */
const liars: Readonly<Record<string, () => ExecuteResult>> = {
  "says yes to everything": () => ({ ok: true, result: undefined, ...record }),
  "fails everything": () => ({
    ok: false,
    error: { code: "runtime_error", message: "failed" },
    ...record,
  }),
  "times everything out": () => ({
    ok: false,
    error: { code: "timeout", message: "Execution timed out" },
    ...record,
  }),
};

// A case that every liar passes tests nothing.
test("every case of the contract suite fails on an executor that runs nothing", async () => {
  const fooled = new Map<string, number>();
  for (const [name, answer] of Object.entries(liars)) {
    const subject = executorSubject({ name, create: () => ({ execute: async () => answer() }) });
    const { context, close } = await subject.open();
    for (const suite of executeSuites) {
      for (const item of suite.cases) {
        const passed = await passes(() => item.run(context));
        const key = `${suite.name}: ${item.name}`;
        if (passed) fooled.set(key, (fooled.get(key) ?? 0) + 1);
      }
    }
    await close();
  }
  const count = Object.keys(liars).length;
  assert.deepEqual(
    [...fooled].filter(([, times]) => times === count).map(([key]) => key),
    [],
  );
});

/** A case that waits for a tool nobody calls has not passed. */
async function passes(run: () => void | Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, 300, false);
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
