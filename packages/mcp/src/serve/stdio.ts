import type { Readable } from "node:stream";
import { Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { CodeTools } from "../server/code-mode.js";
import { CodeServer, DEFAULT_SERVER_INFO, type ServerInfo } from "../server/code-server.js";

/** The pipes of one client. */
export interface ServeStdioOptions {
  stdin: Readable;
  /** Writes to the client; nothing else may. */
  write(text: string): void;
  signal: AbortSignal;
  serverInfo?: ServerInfo;
  onLog?: (line: string) => void;
}

/** Serves one client over pipes until it goes away or the signal aborts. */
export async function serveCodeOverStdio(
  tools: CodeTools,
  options: ServeStdioOptions,
): Promise<void> {
  const { stdin, write, signal, serverInfo = DEFAULT_SERVER_INFO, onLog } = options;
  const stdout = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      write(String(chunk));
      done();
    },
  });
  // The SDK ends the connection when stdin ends; who waits for that is us.
  const ended = new Promise<void>((resolve) => {
    for (const event of ["end", "close", "error"]) stdin.once(event, () => resolve());
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const handle = serveStdio(() => new CodeServer(tools, serverInfo), {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: (error) => onLog?.(`client: ${error.message}`),
  });
  await ended;
  await handle.close();
}
