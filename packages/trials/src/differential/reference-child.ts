// Plain Node: runs programs in contexts of `node:vm`, one line of JSON in, one out.
import { createInterface } from "node:readline";
import vm from "node:vm";
import type { Observed, ReferenceJob } from "./reference.js";

for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line) as ReferenceJob;
  process.stdout.write(`${JSON.stringify(await observe(job))}\n`);
}

async function observe({ body, modules }: ReferenceJob): Promise<Observed> {
  const logs: string[] = [];
  const log = (...args: unknown[]): void => {
    logs.push(args.join(" "));
  };
  const context = vm.createContext({ console: { log }, structuredClone: undefined });
  // The clone of this realm has other classes; the context's own JSON will do for leaves.
  vm.runInContext("globalThis.structuredClone = (v) => ({ ...v })", context);
  try {
    const value =
      modules === undefined
        ? await vm.runInContext(`(async () => {"use strict";\n${body}\n})()`, context, {
            timeout: 2_000,
          })
        : await runModules(modules, context);
    return { value: JSON.stringify(value) ?? "undefined", logs };
  } catch (error) {
    const name: unknown = (error as { name?: unknown } | null)?.name;
    return { error: typeof name === "string" ? name : "thrown", logs };
  }
}

async function runModules(
  modules: Readonly<Record<string, string>>,
  context: vm.Context,
): Promise<unknown> {
  const made = new Map<string, vm.SourceTextModule>();
  const load = (specifier: string): vm.SourceTextModule => {
    const known = made.get(specifier);
    if (known !== undefined) return known;
    const module = new vm.SourceTextModule(modules[specifier] ?? "", {
      context,
      importModuleDynamically: async (wanted) => {
        const target = load(wanted);
        if (target.status === "unlinked") await target.link(load);
        if (target.status !== "errored") await target.evaluate({ timeout: 2_000 });
        else throw target.error;
        return target;
      },
    });
    made.set(specifier, module);
    return module;
  };
  const entry = load("entry");
  await entry.link(load);
  await entry.evaluate({ timeout: 2_000 });
  return (entry.namespace as { default?: unknown }).default;
}
