import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Transport,
} from "@modelcontextprotocol/server";
import { VERSION } from "../version.js";
import type { CodeTools } from "./code-mode.js";

/** How a server introduces itself. */
export interface ServerInfo {
  name: string;
  version: string;
  title?: string;
}

/** How our servers introduce themselves unless asked otherwise. */
export const DEFAULT_SERVER_INFO: ServerInfo = { name: "execbox", version: VERSION };

/** An MCP server for one client, with the wrapper tools. */
export class CodeServer extends Server {
  readonly #onClose: (() => Promise<void>) | undefined;
  readonly #tools: CodeTools;
  #stopWatching: () => void = () => {};

  /** `onClose` ends what the server was opened with, if it is the server's to end. */
  constructor(tools: CodeTools, info: ServerInfo, onClose?: () => Promise<void>) {
    super(info, { capabilities: { tools: { listChanged: true } } });
    this.#tools = tools;
    this.#onClose = onClose;
    this.setRequestHandler("tools/list", async () => ({ tools: [...(await tools.list())] }));
    this.setRequestHandler("tools/call", async ({ params }, context) => {
      const { signal } = context.mcpReq;
      const answer = await tools.call(params.name, params.arguments, {
        signal,
        onProgress: progressSink(context),
      });
      if (answer !== undefined) return { ...answer };
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    });
  }

  /** Begins a session; its client is told when the tools change. */
  override async connect(transport: Transport): Promise<void> {
    this.#stopWatching();
    this.#stopWatching = watchDescriptions(this.#tools, () => {
      this.sendToolListChanged().catch(() => {});
    });
    try {
      await super.connect(transport);
    } catch (error) {
      this.#stopWatching();
      throw error;
    }
  }

  /** Ends the session and what was opened for it. */
  override async close(): Promise<void> {
    await super.close();
    await this.#onClose?.();
  }

  /** However a session ends, and whoever ends it. */
  protected override _onclose(): void {
    this.#stopWatching();
    super._onclose();
  }
}

const ANNOUNCE_PAUSE_MS = 100;

/** Calls `changed` when what `tools/list` says has become something else. */
export function watchDescriptions(tools: CodeTools, changed: () => void): () => void {
  let known = "";
  let timer: NodeJS.Timeout | undefined;
  const stop = tools.fleet.onChange(() => {
    // Several servers that come up together are one change.
    timer ??= setTimeout(() => {
      timer = undefined;
      const now = JSON.stringify(tools.describe());
      if (now === known) return;
      known = now;
      changed();
    }, ANNOUNCE_PAUSE_MS).unref();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

const PROGRESS_PAUSE_MS = 100;

/** Tells the client of progress, if it asked, and not more often than anybody could read. */
function progressSink({ mcpReq }: ServerContext): ((line: string) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let told = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  return (message) => {
    const now = performance.now();
    if (now - lastAt < PROGRESS_PAUSE_MS || mcpReq.signal.aborted) return;
    lastAt = now;
    told++;
    const params = { progressToken, progress: told, message };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}
