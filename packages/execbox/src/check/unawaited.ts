import type { ResolvedToolProvider } from "@execbox/core";
import type { CheckProblem } from "./check-code.js";

/**
 * Calls of tools that stand alone as a statement without `await`: the run may end before they do.
 * Types cannot tell, so this looks at the text: a statement that begins with a tool's name and
 * ends where its call does. The last statement of a snippet is its value and is awaited.
 */
export function findUnawaited(
  code: string,
  providers: readonly ResolvedToolProvider[],
  kind: "snippet" | "module",
): CheckProblem[] {
  const problems: CheckProblem[] = [];
  for (const { name, tools } of providers) {
    const calls = new RegExp(`(?<=^|[;{}])([ \\t]*)${name}\\s*\\.\\s*([\\w$]+)\\s*\\(`, "gm");
    for (const match of code.matchAll(calls)) {
      const tool = match[2] ?? "";
      if (!Object.hasOwn(tools, tool) || continuesLine(code, match.index)) continue;
      const end = closingParenthesis(code, match.index + match[0].length);
      const rest = code.slice(end).trimStart();
      const isValue = kind === "snippet" && /^;?\s*$/.test(rest);
      if (end < 0 || isValue || /^[.?[,)&|]/.test(rest)) continue;
      problems.push({
        severity: "warning",
        message: `${name}.${tool}() is not awaited: the run may end before the call does`,
        ...placeAt(code, match.index + (match[1]?.length ?? 0)),
      });
    }
  }
  return problems;
}

/** Whether the line before goes on: `const x =` and the call on the next line. */
function continuesLine(code: string, at: number): boolean {
  const before = code.slice(Math.max(0, at - 200), at).trimEnd();
  return /(?:[=(,[?:&|+\-*/<>!~]|\b(?:await|return|yield|throw|of|in))$/.test(before);
}

/** Where the parenthesis closes that was opened before `from`; strings are skipped. */
function closingParenthesis(code: string, from: number): number {
  let depth = 1;
  for (let at = from; at < code.length; at++) {
    const character = code[at]!;
    if (character === '"' || character === "'" || character === "`") {
      at = code.indexOf(character, at + 1);
      if (at < 0) return -1;
    } else if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return at + 1;
  }
  return -1;
}

function placeAt(code: string, offset: number): { line: number; column: number } {
  const lines = code.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
