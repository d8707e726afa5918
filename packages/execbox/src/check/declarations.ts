import { isValidIdentifier, type ResolvedToolProvider } from "@execbox/core";

/** Declarations of everything a guest can name beside ECMAScript itself. */
export function declareWorld(
  providers: readonly ResolvedToolProvider[],
  globals: readonly string[],
  kind: "snippet" | "module",
): string {
  return [
    BASE,
    ...(kind === "module" ? ["declare function report(value: unknown): void;"] : []),
    ...globals.filter(isValidIdentifier).map((name) => `declare const ${name}: any;`),
    ...providers.map(declareProvider),
    ...(kind === "module" ? providers.map(declareModule) : []),
  ].join("\n");
}

const BASE = `interface Console {
  log(...values: unknown[]): void;
  info(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
  debug(...values: unknown[]): void;
}
declare const console: Console;
declare function structuredClone<T>(value: T): T;
declare function queueMicrotask(callback: () => void): void;`;

/** What a tool without an output schema returns is not known; that is no mistake of the guest's. */
function declareProvider({ types }: ResolvedToolProvider): string {
  return types.replaceAll("Promise<unknown>", "Promise<any>");
}

/** Modules may also import a provider's tools by its name. */
function declareModule({ name, tools }: ResolvedToolProvider): string {
  const names = Object.keys(tools).filter(isValidIdentifier);
  const lines = names.map((tool) => `  export const ${tool}: typeof ${name}.${tool};`);
  return [`declare module "${name}" {`, ...lines, "}"].join("\n");
}
