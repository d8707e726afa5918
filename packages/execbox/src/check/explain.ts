import { closestName, type ResolvedToolProvider } from "@execbox/core";
import type { CheckProblem } from "./check-code.js";

/** One message of the compiler. */
export interface CompilerMessage {
  file: string;
  line: number;
  column: number;
  code: string;
  text: string;
}

/** Says what the compiler means in the words of somebody who has tools rather than types. */
export function explain(
  { file, line, column, code, text }: CompilerMessage,
  programFile: string,
  providers: readonly ResolvedToolProvider[],
): CheckProblem {
  return {
    severity: "error",
    message:
      unknownTool(code, text, providers) ??
      unknownName(text, providers) ??
      missingAwait(text) ??
      text,
    ...(file === programFile ? {} : { filename: `./${file}` }),
    line,
    column,
    code,
  };
}

function unknownTool(
  code: string,
  text: string,
  providers: readonly ResolvedToolProvider[],
): string | undefined {
  if (code !== "TS2339" && code !== "TS2551" && code !== "TS2305" && code !== "TS2724")
    return undefined;
  const { name = "", space } =
    /^Property '(?<name>[^']+)' does not exist on type 'typeof (?<space>[^']+)'/.exec(text)
      ?.groups ??
    /"(?<space>[^'"]+)"' has no exported member(?: named)? '(?<name>[^']+)'/.exec(text)?.groups ??
    {};
  const provider = providers.find((candidate) => candidate.name === space);
  if (provider === undefined) return undefined;
  return `${space} has no tool ${name}${suggestion(name, Object.keys(provider.tools))}`;
}

/** What other platforms have and this one does not give to guests. */
const ELSEWHERE =
  /^(?:fetch|process|require|Buffer|window|document|setTimeout|setInterval|setImmediate|URL|TextEncoder|TextDecoder|crypto|fs|localStorage|XMLHttpRequest|WebSocket|module|exports|__dirname|performance|atob|btoa)$/;

function unknownName(text: string, providers: readonly ResolvedToolProvider[]): string | undefined {
  const [, name] = /^Cannot find name '([^']+)'/.exec(text) ?? [];
  if (name === undefined) return undefined;
  if (ELSEWHERE.test(name)) {
    return `there is no ${name} in the sandbox; what it is needed for must come from a tool`;
  }
  const [, meant] = /Did you mean '([^']+)'\?$/.exec(text) ?? [];
  if (meant !== undefined) return `there is no ${name} here; did you mean ${meant}?`;
  return `there is no ${name} here${suggestion(
    name,
    providers.map((provider) => provider.name),
  )}`;
}

/** A promise where its value was meant. */
function missingAwait(text: string): string | undefined {
  if (!/'Promise<|Promise<.*> is not assignable|of type 'Promise/.test(text)) return undefined;
  const [first = text] = text.split("\n");
  return `${first.replace(/\.$/, "")}; await is missing: a tool returns a promise`;
}

function suggestion(name: string, candidates: readonly string[]): string {
  const closest = closestName(name, candidates);
  if (closest !== undefined) return `; did you mean ${closest}?`;
  return candidates.length > 0 && candidates.length <= 8
    ? `; there are ${candidates.join(", ")}`
    : "";
}
