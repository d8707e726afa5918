export * from "@execbox/core";
export { QuickJsExecutor, type QuickJsExecutorOptions } from "@execbox/quickjs";
export * from "@execbox/run-code";
