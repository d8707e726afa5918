import type { ResolvedToolProvider } from "@execbox/core";
import { CommandError, EXIT } from "../cli/command.js";
import { type Program, readModules } from "../run/program.js";
import { type CheckProblem, checkCode } from "./check-code.js";
import { MissingCompilerError } from "./compiler.js";

/** Checks the program of a command line. */
export async function checkProgram(
  program: Program,
  providers: readonly ResolvedToolProvider[],
  hasInput: boolean,
): Promise<CheckProblem[]> {
  const { code, kind } = program;
  try {
    return await checkCode(code, {
      providers,
      kind,
      ...(kind === "module" ? { modules: await readModules(program) } : {}),
      globals: hasInput ? ["input"] : [],
    });
  } catch (error) {
    if (!(error instanceof MissingCompilerError)) throw error;
    throw new CommandError(error.message, EXIT.unavailable);
  }
}
