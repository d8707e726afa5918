export * from "@execbox/core";
export { QuickJsExecutor, type QuickJsExecutorOptions } from "@execbox/quickjs";
export * from "@execbox/run-code";
export { type CheckOptions, type CheckProblem, checkCode } from "./check/check-code.js";
export { MissingCompilerError } from "./check/compiler.js";
