import type { Io } from "../cli/command.js";
import type { Program } from "../run/program.js";
import { sourceFrame } from "../run/source-frame.js";
import type { CheckProblem } from "./check-code.js";

/** Prints what is wrong with a program, each with its line and a caret. */
export function showProblems(
  problems: readonly CheckProblem[],
  program: Program,
  { err }: Io,
): void {
  const { bad, warn, faint } = err.style;
  for (const { severity, message, filename, line, column } of problems) {
    err.line(`${severity === "error" ? bad("error:") : warn("warning:")} ${message}`);
    err.line(faint(`  at ${filename ?? program.name}:${line}:${column}`));
    if (filename !== undefined) continue;
    for (const text of sourceFrame(program.code, { line, column }, err.style, err.columns))
      err.line(text);
  }
}
