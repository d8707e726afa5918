import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A Node HTTP server around a handler that speaks the web's `Request` and `Response`. */
export function createWebServer(
  handle: (request: Request) => Promise<Response>,
  onError: (error: unknown) => void,
): Server {
  return createServer((incoming, outgoing) => {
    answer(incoming, outgoing, handle).catch((error) => {
      onError(error);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const response = await handle(toRequest(incoming, gone.signal));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  // Streams of events must reach the client before their first event does.
  outgoing.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(response.body), outgoing);
  } catch (error) {
    // A client that hangs up is no failure of ours.
    if (!gone.signal.aborted) throw error;
  }
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET", url = "/", headers } = incoming;
  const list = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) list.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const address = new URL(url, "http://execbox.invalid");
  if (method === "GET" || method === "HEAD")
    return new Request(address, { method, headers: list, signal });
  const body = Readable.toWeb(incoming);
  return new Request(address, { method, headers: list, signal, body, duplex: "half" });
}
