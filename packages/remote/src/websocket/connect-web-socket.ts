import type { IncomingMessage } from "node:http";
import { assertKnownKeys, assertRecord, describe } from "@execbox/core";
import type { DispatcherMessage, HostTransport } from "@execbox/protocol";
import { WebSocket } from "ws";
import { SOCKET_OPTIONS, WebSocketLink } from "./web-socket-link.js";

/** How a runner is reached over a WebSocket. */
export interface ConnectWebSocketOptions {
  /** The bearer token the runner asks for. */
  token?: string;
  /** Further headers of the request, for a proxy in between. */
  headers?: Record<string, string>;
  /** Certificates to trust instead of the system's, for a runner with its own authority. */
  ca?: string | Buffer;
  /** Gives up connecting when it aborts. */
  signal?: AbortSignal;
  /** How long a runner may show no sign of life; it is pinged in between. Default 30,000. */
  deadPeerMs?: number;
}

const MAX_ANSWER_CHARS = 300;

/**
 * Opens the channel of one execution to a runner that listens. Rejects with what the runner
 * answered when it does not let us in.
 *
 * @example
 * const connectTransport = (signal) => connectWebSocket("wss://runner.example:7070", { token, signal });
 */
export async function connectWebSocket(
  url: string | URL,
  options: ConnectWebSocketOptions = {},
): Promise<HostTransport> {
  const address = toAddress(url);
  assertOptions(options);
  const { signal, deadPeerMs = 30_000 } = options;
  const socket = await open(address, options, signal);
  const link = new WebSocketLink<DispatcherMessage>(socket, { peer: "the runner", deadPeerMs });
  // A runner that leaves its results unread makes no further calls until it has read them.
  link.onCongestion((congested) => link.pauseReading(congested));
  return link;
}

function toAddress(url: string | URL): URL {
  const address = URL.canParse(String(url)) ? new URL(url) : undefined;
  if (address?.protocol === "ws:" || address?.protocol === "wss:") return address;
  throw new TypeError(`url must begin with ws:// or wss://, got ${describe(String(url))}`);
}

function assertOptions(options: ConnectWebSocketOptions): void {
  assertRecord("options", options);
  assertKnownKeys("options", options, ["token", "headers", "ca", "signal", "deadPeerMs"]);
  const { token } = options;
  if (token !== undefined && (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token))) {
    throw new TypeError("options.token must be a string of visible ASCII characters");
  }
}

function open(
  url: URL,
  { token, headers, ca }: ConnectWebSocketOptions,
  signal: AbortSignal | undefined,
): Promise<WebSocket> {
  const socket = new WebSocket(url, {
    ...SOCKET_OPTIONS,
    // A message at a time: what the first of them leads to may be a reason to read no further.
    allowSynchronousEvents: false,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(ca === undefined ? {} : { ca }),
  });
  return new Promise((resolve, reject) => {
    const abort = () => fail(new Error("aborted while connecting"));
    const settle = () => {
      signal?.removeEventListener("abort", abort);
      socket.removeListener("error", fail);
    };
    const fail = (error: Error) => {
      settle();
      // Ending an unfinished handshake is itself an error, which nobody needs to hear of.
      socket.on("error", () => {});
      socket.terminate();
      reject(error);
    };
    socket.once("open", () => {
      settle();
      resolve(socket);
    });
    socket.once("error", fail);
    socket.once("unexpected-response", (_request, response) => {
      void readAnswer(response).then((answer) => fail(new Error(answer)));
    });
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** What a server said in place of opening a WebSocket; the beginning of it is enough. */
async function readAnswer(response: IncomingMessage): Promise<string> {
  let text = "";
  try {
    for await (const chunk of response) {
      text += String(chunk);
      if (text.length >= MAX_ANSWER_CHARS) break;
    }
  } catch {
    // The status alone says enough.
  }
  const said = text.trim().slice(0, MAX_ANSWER_CHARS);
  return `the runner answered ${response.statusCode}${said === "" ? "" : `: ${said}`}`;
}
