import { LIMITS } from "./limits.mjs";
import { failure, success } from "./outcomes.mjs";

const CODES = { timeout: "timeout", memory_limit: "memory" };

/** This project, with its engine at one placement. */
export function execbox(placement, description) {
  return {
    name: `execbox-${placement}`,
    short: placement === "process" ? "proc" : placement,
    package: "@execbox/quickjs",
    engine: "quickjs",
    ours: true,
    fresh: description,
    async setup({ live } = {}) {
      const [{ resolveProvider }, { QuickJsExecutor }] = await Promise.all([
        import("@execbox/core"),
        import("@execbox/quickjs"),
      ]);
      const pool = live === undefined || placement === "inline" ? {} : { pool: { maxSize: live } };
      const executor = new QuickJsExecutor({ placement, ...LIMITS, ...pool });
      const providers = new WeakMap();
      const none = [];
      const providersOf = ({ tools }) => {
        if (tools === undefined) return none;
        if (!providers.has(tools)) {
          providers.set(tools, [resolveProvider({ name: "tools", tools: describe(tools) })]);
        }
        return providers.get(tools);
      };
      return {
        async run(program, { timeoutMs }) {
          const result = await executor.execute(program.text, providersOf(program), { timeoutMs });
          if (result.ok) return success(result.result);
          return failure(CODES[result.error.code] ?? "error", result.error.message);
        },
        facts: () => executor.facts(),
        teardown: () => executor.dispose(),
      };
    },
  };
}

function describe(tools) {
  const entries = Object.entries(tools).map(([name, { execute }]) => [name, { execute }]);
  return Object.fromEntries(entries);
}
