import type { AddressInfo } from "node:net";
import { messageOf } from "@execbox/core";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { CodeTools } from "../server/code-mode.js";
import {
  CodeServer,
  DEFAULT_SERVER_INFO,
  type ServerInfo,
  watchDescriptions,
} from "../server/code-server.js";
import { createGuard, type GuardOptions } from "./guard.js";
import { createWebServer } from "./node-http.js";
import { Sessions } from "./sessions.js";

/** Options of the HTTP endpoint. */
export interface ServeHttpOptions extends GuardOptions {
  /** 0 for any free one. */
  port: number;
  serverInfo?: ServerInfo;
  onLog?: (line: string) => void;
}

/** An endpoint that serves; whoever has it closes it. */
export interface HttpEndpoint {
  /** Where clients find it: `http://127.0.0.1:3000/mcp`. */
  readonly url: string;
  close(): Promise<void>;
}

const PATH = "/mcp";

/**
 * Serves the wrapper tools to any number of clients over Streamable HTTP, of the 2026 revision of
 * the protocol and of those before it. Beyond loopback it demands a token.
 */
export async function serveCodeOverHttp(
  tools: CodeTools,
  options: ServeHttpOptions,
): Promise<HttpEndpoint> {
  const { host, port, serverInfo = DEFAULT_SERVER_INFO, onLog } = options;
  const guard = createGuard(options);
  const open = (): CodeServer => new CodeServer(tools, serverInfo);
  const sessions = new Sessions(open);
  const modern = createMcpHandler(open, { legacy: "reject" });
  const stopWatching = watchDescriptions(tools, () => modern.notify.toolsChanged());
  const server = createWebServer(
    async (request) => {
      const refusal = guard(request);
      if (refusal !== undefined) return refusal;
      if (new URL(request.url).pathname !== PATH) return new Response("Not found", { status: 404 });
      return (await isLegacyRequest(request)) ? sessions.handle(request) : modern.fetch(request);
    },
    (error) => onLog?.(`http: ${messageOf(error)}`),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: host.replace(/^\[|\]$/g, "") }, resolve);
  });
  return {
    url: `http://${hostText(host)}:${portOf(server.address())}${PATH}`,
    async close() {
      stopWatching();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await Promise.all([sessions.close(), modern.close()]);
      server.closeAllConnections();
      await closed;
    },
  };
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

function hostText(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}
