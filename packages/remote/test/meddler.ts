import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";

/** A frame on its way: its place in the whole conversation, and who sent it. */
export interface Frame {
  connection: number;
  index: number;
  from: "host" | "runner";
  text: string;
}

/** What becomes of a frame: what is handed on in its place, or the end of the connection. */
export type Meddle = (frame: Frame) => readonly string[] | "cut" | "close";

/** Somebody on the line between a host and a runner who does what they like with its frames. */
export class Meddler {
  /** Everything that came by, before anything was done to it. */
  readonly frames: Frame[] = [];
  meddle: Meddle = ({ text }) => [text];
  readonly #target: string;
  readonly #server: WebSocketServer;
  readonly #far = new Set<WebSocket>();
  #lastConnection = 0;

  constructor(target: string) {
    this.#target = target;
    this.#server = new WebSocketServer({ host: "127.0.0.1", port: 0, maxPayload: 0 });
    this.#server.on("connection", (near) => this.#join(near));
  }

  async listen(): Promise<string> {
    if (this.#server.address() === null) await once(this.#server, "listening");
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many connections are there, on either side. */
  get connections(): number {
    return this.#server.clients.size + this.#far.size;
  }

  async close(): Promise<void> {
    for (const socket of [...this.#server.clients, ...this.#far]) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: WebSocket): void {
    const far = new WebSocket(this.#target, { maxPayload: 0 });
    this.#far.add(far);
    const opened = once(far, "open").catch(() => near.terminate());
    const connection = this.#lastConnection++;
    let index = 0;
    const pass = (from: Frame["from"], to: WebSocket) => async (data: Buffer) => {
      const frame: Frame = { connection, index: index++, from, text: data.toString("utf8") };
      await opened;
      this.frames.push(frame);
      const outcome = this.meddle(frame);
      if (outcome === "cut") for (const socket of [near, far]) socket.terminate();
      else if (outcome === "close") for (const socket of [near, far]) socket.close();
      else for (const text of outcome) to.send(text);
    };
    near.on("message", pass("host", far));
    far.on("message", pass("runner", near));
    near.on("close", () => far.close());
    far.on("close", (code, reason) => {
      this.#far.delete(far);
      if (code === 1005) near.close();
      else if (code === 1006) near.terminate();
      else near.close(code, reason.toString("utf8"));
    });
    for (const socket of [near, far]) socket.on("error", () => socket.terminate());
  }
}
