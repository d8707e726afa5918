export { normalizeCode } from "@execbox/source";
export {
  createExecutionContext,
  createToolCallDispatcher,
} from "./dispatcher.js";
export {
  ExecuteFailure,
  isExecuteFailure,
  isKnownExecuteErrorCode,
  messageOf,
} from "./errors.js";
export {
  assertNamespaceName,
  assertValidIdentifier,
  isReservedWord,
  isValidIdentifier,
  sanitizeIdentifier,
  sanitizeToolName,
} from "./identifiers.js";
export { formatConsoleLine, truncateLogs } from "./logs.js";
export { extractProviderManifests } from "./manifests.js";
export {
  assertKnownKeys,
  assertRecord,
  DEFAULT_LIMITS,
  describe,
  type ResolvedExecutionOptions,
  type RuntimeLimits,
  resolveExecutionOptions,
  resolveLimits,
} from "./options.js";
export { resolveProvider } from "./provider/resolve-provider.js";
export type { ToolDescriptor, ToolProvider } from "./provider/tool-provider.js";
export {
  CANCELLED,
  createExecuteResult,
  createTimeoutExecuteResult,
  type RunRecord,
  TIMED_OUT,
} from "./results.js";
export { closestName } from "./schema/closest-name.js";
export type { SchemaSource } from "./schema/normalize-schema.js";
export type { StandardIssue, StandardResult, StandardSchema } from "./schema/standard-schema.js";
export {
  type DeclarationOptions,
  type DeclaredTool,
  generateToolDeclaration,
  generateTypesFromJsonSchema,
} from "./typegen/generate-types.js";
export type * from "./types.js";
export { describeUnserializable, isJsonSerializable, MAX_VALUE_DEPTH } from "./values.js";
