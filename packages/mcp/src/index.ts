export type { ContentBlock } from "./answer/content-blocks.js";
export type { ToolAnswer } from "./answer/render-result.js";
export { type ClientTarget, clientSnippets } from "./config/client-snippets.js";
export { createToolFilter, type FilterRules, type ToolFilter } from "./config/filters.js";
export { type McpConfig, readMcpConfig } from "./config/read-config.js";
export { aboutTokens, measureSavings, type Savings } from "./config/savings.js";
export {
  createMcpToolProvider,
  type McpToolProviderHandle,
  type McpToolProviderOptions,
  openMcpToolProvider,
} from "./provider.js";
export { type GuardOptions, isLoopback } from "./serve/guard.js";
export { type HttpEndpoint, type ServeHttpOptions, serveCodeOverHttp } from "./serve/http.js";
export { type ServeStdioOptions, serveCodeOverStdio } from "./serve/stdio.js";
export {
  type CodeMcpServerOptions,
  type CodeMcpSource,
  type CodeModeOptions,
  codeMcpServer,
  createCodeTools,
} from "./server/code-mcp-server.js";
export type { CallContext, CodeMode, CodeTools } from "./server/code-mode.js";
export { CodeServer, type ServerInfo } from "./server/code-server.js";
export type { WrapperNames } from "./server/descriptions.js";
export type { WrapperTool } from "./server/wrapper-tool.js";
export type { CallToolEnvelope } from "./upstream/call-tool.js";
export type {
  HttpServerConfig,
  McpSource,
  ServerConfig,
  StdioServerConfig,
} from "./upstream/connect.js";
export { type FleetOptions, McpFleet } from "./upstream/fleet.js";
export type { McpTool } from "./upstream/list-tools.js";
export type { McpClientLike, McpServerLike } from "./upstream/shapes.js";
