export { SerializationError } from "@execbox/guest/values";
export {
  CODE_RUNNER_LIMITS,
  type CodeRunner,
  type CodeRunnerLimits,
  type CodeRunnerOptions,
  createCodeRunner,
  createCodeRunnerOn,
  resolveCodeLimits,
  runCode,
} from "./code-runner.js";
export { createThread } from "./create-thread.js";
export { type EngineName, openEngineSessions } from "./engines.js";
export {
  defineTool,
  type ThreadTool,
  type ToolDefinition,
  type ToolResult,
  toToolDescriptor,
} from "./thread/define-tool.js";
export type { ThreadEventHandler, ThreadEvents } from "./thread/events.js";
export { ThreadFileError, type ThreadFileErrorCode } from "./thread/file-error.js";
export type { ReadFileOptions, ThreadFiles } from "./thread/files.js";
export { folderStorage } from "./thread/folder-storage.js";
export { memoryStorage } from "./thread/memory-storage.js";
export type { GetMessagesOptions, NewThreadMessage, ThreadMessage } from "./thread/messages.js";
export type { ThreadStorage } from "./thread/storage.js";
export type { ThreadOptions, ThreadState } from "./thread/thread.js";
export type { ToolArgs } from "./thread/tool-args.js";
export type * from "./types.js";
