import { messageOf } from "@execbox/core";
import {
  decodeMessage,
  encodeMessage,
  FrameError,
  Listeners,
  MAX_FRAME_CHARS,
} from "@execbox/protocol";
import { WebSocket } from "ws";

/** The longest frame either end reads, in bytes: it is refused by its header, before it comes in. */
export const MAX_FRAME_BYTES = MAX_FRAME_CHARS;

/** What waits to be sent before this end calls itself congested, and when it is over that. */
const CONGESTED_BYTES = 4 * 1024 * 1024;
const RELIEVED_BYTES = 1024 * 1024;
/** Hundreds of large results at once are less. */
const MAX_WAITING_BYTES = 16 * MAX_FRAME_BYTES;
/** In how many steps a silent peer is given up. Steps are counted: we may have been busy ourselves. */
const PULSES = 4;
/** How long a peer may take to close its side. */
const CLOSE_GRACE_MS = 1_000;
/** Reasons of a close are at most 123 bytes; a character of ours takes at most three. */
const MAX_REASON_CHARS = 41;

/** Options of `ws` that hold for both ends. */
export const SOCKET_OPTIONS = {
  // Compression would let a small frame become a large one, and costs 300 KB a connection.
  perMessageDeflate: false,
  maxPayload: MAX_FRAME_BYTES,
  // Messages come as small as a tool call: fragments are for others.
  maxFragments: 4_096,
} as const;

/** How a WebSocket is watched. */
export interface WebSocketLinkOptions {
  /** Who is at the other end, for messages: "the runner" or "the host". */
  peer: string;
  /** How long the peer may show no sign of life; it is pinged in between. */
  deadPeerMs: number;
  /** How much the peer may leave unread before it is cut off. Default 512 MiB. */
  maxWaitingBytes?: number;
}

/**
 * Either end of a connection: one message a text frame. `send` throws a `FrameError` for what is
 * too long to cross. Whatever the peer does, what is held here for it stays within bounds.
 */
export class WebSocketLink<Message extends object> {
  readonly #socket: WebSocket;
  readonly #peer: string;
  readonly #maxWaitingBytes: number;
  readonly #messages = new Listeners<[unknown]>();
  readonly #closed = new Listeners<[]>();
  readonly #errors = new Listeners<[Error]>();
  readonly #congestion = new Listeners<[boolean]>();
  readonly #gone: Promise<void>;
  readonly #pulse: ReturnType<typeof setInterval>;
  readonly #held: [Buffer, boolean][] = [];
  #missedPulses = 0;
  #waitedBefore = 0;
  #congested = false;
  #paused = false;
  #over = false;

  /** Owns `socket`, which must be open, from now on. */
  constructor(socket: WebSocket, options: WebSocketLinkOptions) {
    const { peer, deadPeerMs, maxWaitingBytes = MAX_WAITING_BYTES } = options;
    this.#socket = socket;
    this.#peer = peer;
    this.#maxWaitingBytes = maxWaitingBytes;
    this.#gone = new Promise((resolve) => socket.once("close", () => resolve()));
    socket.on("message", (data: Buffer, isBinary) => this.#receive(data, isBinary));
    socket.on("ping", () => this.#live());
    socket.on("pong", () => this.#live());
    // `ws` tells the peer itself what was wrong with its frame.
    socket.on("error", (error) =>
      this.#refuse(`the connection to ${peer} failed: ${error.message}`),
    );
    socket.on("close", (code, reason) => this.#close(code, reason.toString("utf8")));
    this.#pulse = setInterval(() => this.#checkPulse(deadPeerMs), deadPeerMs / PULSES);
    this.#pulse.unref();
  }

  readonly onMessage = this.#messages.add;
  readonly onClose = this.#closed.add;
  readonly onError = this.#errors.add;
  /** Called with true when too much waits to be sent, with false when that is over. */
  readonly onCongestion = this.#congestion.add;

  /** Bytes that the peer has not taken yet. */
  get waitingBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(message: Message): void {
    const frame = Buffer.from(encodeMessage(message), "utf8");
    if (frame.length > MAX_FRAME_BYTES) {
      throw new FrameError(
        `it is ${frame.length} bytes of JSON; at most ${MAX_FRAME_BYTES} can cross`,
      );
    }
    if (this.#over || this.#socket.readyState !== WebSocket.OPEN) {
      throw new Error(`the connection to ${this.#peer} is closed`);
    }
    this.#socket.send(frame, { binary: false }, () => this.#relieve());
    this.#weigh();
  }

  /** Stops or resumes reading: what the peer sends meanwhile waits with the peer. */
  pauseReading(paused: boolean): void {
    if (this.#over) return;
    this.#paused = paused;
    if (paused) this.#socket.pause();
    // What came in one piece with the message we paused at goes first, and may pause us again.
    while (!this.#paused && this.#held.length > 0) this.#receive(...this.#held.shift()!);
    if (!this.#paused) this.#socket.resume();
  }

  /** Says goodbye; what was sent still goes out. */
  async dispose(code = 1000, reason = ""): Promise<void> {
    this.#end();
    // A goodbye that is never answered must not keep the connection.
    this.#socket.resume();
    this.#socket.close(code, reason.slice(0, MAX_REASON_CHARS));
    const timer = setTimeout(() => this.#socket.terminate(), CLOSE_GRACE_MS);
    await this.#gone;
    clearTimeout(timer);
  }

  /** Cuts the connection. */
  async terminate(): Promise<void> {
    this.#end();
    this.#socket.terminate();
    await this.#gone;
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#missedPulses = 0;
    if (this.#over) return;
    if (this.#paused) {
      this.#held.push([data, isBinary]);
      return;
    }
    let message: unknown;
    try {
      if (isBinary) throw new FrameError("a frame is binary; messages are text");
      message = decodeMessage(data.toString("utf8"));
    } catch (error) {
      this.#refuse(`${this.#peer} sent what cannot be read: ${messageOf(error)}`);
      return;
    }
    this.#messages.emit(message);
  }

  /** A ping is answered by `ws`; a peer that pings and never reads must not fill our memory. */
  #live(): void {
    this.#missedPulses = 0;
    this.#weigh();
  }

  #weigh(): void {
    const waiting = this.#socket.bufferedAmount;
    if (waiting > this.#maxWaitingBytes) {
      this.#fail(`${this.#peer} does not read: ${waiting} bytes wait for it`);
    } else if (waiting > CONGESTED_BYTES && !this.#congested) {
      this.#congested = true;
      this.#congestion.emit(true);
    }
  }

  #relieve(): void {
    if (!this.#congested || this.#over || this.#socket.bufferedAmount > RELIEVED_BYTES) return;
    this.#congested = false;
    this.#congestion.emit(false);
  }

  /** A peer is alive when it says anything, or takes something of what waits for it. */
  #checkPulse(deadPeerMs: number): void {
    const waiting = this.#socket.bufferedAmount;
    if (waiting < this.#waitedBefore) this.#missedPulses = 0;
    this.#waitedBefore = waiting;
    if (this.#missedPulses++ < PULSES) this.#socket.ping();
    else this.#fail(`${this.#peer} has shown no sign of life for ${deadPeerMs} ms`);
  }

  #close(code: number, reason: string): void {
    if (this.#over) return;
    this.#end();
    if (code === 1000 || code === 1005) this.#closed.emit();
    else if (code === 1006)
      this.#errors.emit(new Error(`the connection to ${this.#peer} broke off`));
    else
      this.#errors.emit(new Error(`${this.#peer} closed the connection: ${code} ${reason}`.trim()));
  }

  /** Ends the connection for something the peer did, and tells it so. */
  #refuse(reason: string): void {
    if (this.#over) return;
    this.#errors.emit(new Error(reason));
    void this.dispose(1008, reason);
  }

  /** Cuts the connection to a peer that would not hear why. */
  #fail(reason: string): void {
    if (this.#over) return;
    this.#end();
    this.#socket.terminate();
    this.#errors.emit(new Error(reason));
  }

  #end(): void {
    this.#over = true;
    clearInterval(this.#pulse);
  }
}
