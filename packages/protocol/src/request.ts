import {
  assertNamespaceName,
  describe,
  type ExecutionOptions,
  type ResolvedToolProvider,
  type RuntimeLimits,
  resolveExecutionOptions,
} from "@execbox/core";
import type { SessionRequest } from "./host-session.js";

/**
 * Checks everything a caller gave `execute()` before anything runs. Throws a `TypeError` that
 * names what is wrong and what to do; guest source is not judged here.
 */
export function prepareRequest(
  code: unknown,
  providers: readonly ResolvedToolProvider[],
  options: ExecutionOptions | undefined,
  limits: RuntimeLimits,
): SessionRequest {
  const startedAt = performance.now();
  if (typeof code !== "string") {
    throw new TypeError(`code must be a string of JavaScript or TypeScript, got ${describe(code)}`);
  }
  if (!Array.isArray(providers)) {
    throw new TypeError(`providers must be an array, got ${describe(providers)}`);
  }
  const names = new Set<string>();
  providers.forEach((provider: unknown, index) => {
    assertResolved(provider, `providers[${index}]`);
    if (names.has(provider.name)) {
      throw new TypeError(
        `providers[${index}].name "${provider.name}" is taken by another provider; give each its own name`,
      );
    }
    names.add(provider.name);
  });
  return { code, providers, options: resolveExecutionOptions(options, limits), startedAt };
}

// A provider is checked once in its life, however often it is used.
const checked = new WeakSet<object>();

function assertResolved(value: unknown, where: string): asserts value is ResolvedToolProvider {
  if (typeof value === "object" && value !== null) {
    if (checked.has(value)) return;
    const { name, tools, types } = value as Partial<ResolvedToolProvider>;
    if (typeof types === "string" && typeof tools === "object" && tools !== null) {
      assertNamespaceName(name, `${where}.name`);
      checked.add(value);
      return;
    }
  }
  throw new TypeError(
    `${where} is not a resolved provider; pass it through resolveProvider() first`,
  );
}
