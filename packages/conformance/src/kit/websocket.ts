import { WebSocket } from "ws";
import type { RunnerConnection } from "../suites/runner/session.js";

const CLOSE_GRACE_MS = 1_000;
/** Larger than anything a case lets a runner send. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** Opens a WebSocket to a runner: one text frame a message, one execution a connection. */
export async function connectWebSocket(url: string, token?: string): Promise<RunnerConnection> {
  const socket = new WebSocket(url, {
    maxPayload: MAX_FRAME_BYTES,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", (error) => {
      reject(new Error(`${url} could not be reached: ${error.message}`));
    });
  });
  return new WebSocketConnection(socket);
}

class WebSocketConnection implements RunnerConnection {
  readonly #socket: WebSocket;
  readonly #ended: Promise<void>;
  #hear: (frame: string) => void = () => {};
  #sayClosed: (why: string) => void = () => {};
  #ours = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data, isBinary) => {
      // The protocol is text; a binary frame is shown as what it is.
      this.#hear(isBinary ? `binary frame ${String(data)}` : String(data));
    });
    socket.on("error", () => {});
    this.#ended = new Promise((resolve) => {
      socket.once("close", (code, reason) => {
        const why = reason.length === 0 ? "" : `: ${reason.toString("utf8")}`;
        if (!this.#ours) this.#sayClosed(`the runner closed the socket with ${code}${why}`);
        resolve();
      });
    });
  }

  send(frame: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  onFrame(handler: (frame: string) => void): void {
    this.#hear = handler;
  }

  onClose(handler: (why: string) => void): void {
    this.#sayClosed = handler;
  }

  async close(): Promise<void> {
    this.#ours = true;
    this.#socket.close();
    const timer = setTimeout(() => this.#socket.terminate(), CLOSE_GRACE_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  /** Whether a server has stopped an execution cannot be seen from here. */
  async cut(): Promise<undefined> {
    this.#ours = true;
    this.#socket.terminate();
    await this.#ended;
    return undefined;
  }
}
