import { messageOf } from "@execbox/core";
import { MAX_FRAME_CHARS } from "@execbox/protocol";
import { beatPacket, closePacket, dataPacket, Kind, type Packet, readPacket } from "./packets.js";

/** How packets get out. */
export interface Wire {
  /** `needed` packets are lost for good when nobody listens; the link wants to hear of it. */
  publish(packet: Uint8Array, needed: boolean): void;
  /** What one NATS message may hold, by the server's word. */
  maxPayload(): number;
}

/** What a link tells its owner. */
export interface LinkEvents {
  /** A whole frame, at most three bytes for each character it may have. */
  onFrame(bytes: Uint8Array): void;
  /** Called once, unless this side ended the link: the other side is gone, or broke the rules. */
  onEnd(reason: string): void;
}

/** Intervals without a sign of life after which the other side counts as dead. */
export const MAX_MISSES = 3;

const MAX_FRAME_BYTES = 3 * MAX_FRAME_CHARS;
const MAX_PARTS = 100_000;
const PART_BYTES = 128 * 1024;
const HEADER_ROOM = 16;

/** Sent and not yet acknowledged; many links end at one connection, whose server drops it when too much waits. */
const WINDOW_BYTES = 1024 * 1024;
const ACKNOWLEDGE_BYTES = WINDOW_BYTES / 4;
const MAX_QUEUED_BYTES = 8 * MAX_FRAME_CHARS;

/**
 * One end of a session on NATS, the same for host and runner: frames in parts, numbered, with a
 * window, and signs of life both ways. Nothing is ever sent again: what NATS dropped ends the link.
 */
export class PacketLink {
  readonly #wire: Wire;
  readonly #events: LinkEvents;
  readonly #pulse: ReturnType<typeof setInterval>;
  /** Settles when nothing more goes out or comes in. */
  readonly over: Promise<void>;
  #settle!: () => void;
  #queue: { last: boolean; bytes: Uint8Array }[] = [];
  #queuedBytes = 0;
  #sent = 0;
  #sentBytes = 0;
  #acknowledgedBytes = 0;
  #received = 0;
  #receivedBytes = 0;
  #reportedBytes = 0;
  #parts: Uint8Array[] = [];
  #heldBytes = 0;
  #misses = 0;
  #spoken = false;
  #finishing = false;
  #open = true;

  constructor(wire: Wire, heartbeatMs: number, events: LinkEvents) {
    this.#wire = wire;
    this.#events = events;
    this.over = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#pulse = setInterval(() => this.#beat(), heartbeatMs);
    // What waits for a session has a clock of its own; an idle runner is kept by its connection.
    this.#pulse.unref();
  }

  get open(): boolean {
    return this.#open;
  }

  /** Whether the other side ever sent a frame, be it one that got lost. */
  get spoken(): boolean {
    return this.#spoken;
  }

  /** Sends a frame, now or when the window allows it. */
  send(text: string): void {
    if (!this.#open) return;
    const bytes = Buffer.from(text, "utf8");
    const room = Math.max(1, Math.min(PART_BYTES, this.#wire.maxPayload() - HEADER_ROOM));
    for (let at = 0; at === 0 || at < bytes.length; at += room) {
      const last = at + room >= bytes.length;
      this.#queue.push({ last, bytes: bytes.subarray(at, at + room) });
    }
    this.#queuedBytes += bytes.length;
    this.#pump();
    if (this.#queuedBytes > MAX_QUEUED_BYTES) this.fail("the other side takes nothing in");
  }

  /** Takes what came on the session's subject; it may come from an enemy. */
  receive(data: Uint8Array): void {
    if (!this.#open) return;
    const packet = readPacket(data);
    if (packet === undefined) this.fail("a packet could not be read");
    else this.#take(packet);
  }

  /** Nobody listened to a packet that was needed. */
  unheard(): void {
    this.#end("the other side is gone");
  }

  /** Ends the link when everything sent so far has left, without a word to the other side. */
  finish(): void {
    this.#finishing = true;
    if (this.#queue.length === 0) this.#stop();
  }

  /** Ends the link and tells the other side. */
  close(reason: string): void {
    if (!this.#open) return;
    this.#publish(closePacket(this.#sent, reason), false);
    this.#stop();
  }

  /** Ends the link and tells both sides. */
  fail(reason: string): void {
    if (!this.#open) return;
    this.#publish(closePacket(this.#sent, reason), false);
    this.#end(reason);
  }

  #take(packet: Packet): void {
    this.#misses = 0;
    switch (packet.kind) {
      case Kind.Frame:
      case Kind.Part:
        this.#takeData(packet.kind === Kind.Frame, packet.number, packet.bytes);
        return;
      case Kind.Beat:
        this.#takeBeat(packet.sent, packet.bytesReceived);
        return;
      case Kind.Close:
        if (packet.sent > 0) this.#spoken = true;
        this.#end(packet.reason);
        return;
      default:
        this.fail("an answer to an offer came in the middle of a session");
    }
  }

  #takeData(last: boolean, number: number, bytes: Uint8Array): void {
    this.#spoken = true;
    if (number !== this.#received) {
      this.fail(`packet ${this.#received} was lost: ${number} came instead`);
      return;
    }
    // What is held is bounded before anything is joined.
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > MAX_FRAME_BYTES || this.#parts.length >= MAX_PARTS) {
      this.fail(`a frame is over the limit of ${MAX_FRAME_BYTES} bytes`);
      return;
    }
    this.#received = (this.#received + 1) >>> 0;
    this.#receivedBytes += bytes.length;
    if (this.#receivedBytes - this.#reportedBytes >= ACKNOWLEDGE_BYTES) this.#report();
    this.#parts.push(bytes);
    if (!last) return;
    const frame = this.#parts.length === 1 ? bytes : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#heldBytes = 0;
    this.#events.onFrame(frame);
  }

  #takeBeat(sent: number, bytesReceived: number): void {
    if (sent > 0) this.#spoken = true;
    if (sent !== this.#received) {
      this.fail(`packet ${this.#received} was lost: ${sent} were sent`);
    } else if (!(bytesReceived <= this.#sentBytes)) {
      this.fail("more bytes were acknowledged than were sent");
    } else {
      this.#acknowledgedBytes = Math.max(this.#acknowledgedBytes, bytesReceived);
      this.#pump();
    }
  }

  #pump(): void {
    let done = 0;
    while (done < this.#queue.length && this.#sentBytes - this.#acknowledgedBytes < WINDOW_BYTES) {
      const { last, bytes } = this.#queue[done++]!;
      const packet = dataPacket(last, this.#sent, bytes);
      this.#sent = (this.#sent + 1) >>> 0;
      this.#sentBytes += bytes.length;
      this.#queuedBytes -= bytes.length;
      if (!this.#publish(packet, true)) return;
    }
    if (done > 0) this.#queue = this.#queue.slice(done);
    if (this.#finishing && this.#queue.length === 0) this.#stop();
  }

  /**
   * Counts intervals rather than time: a process that stood still finds one missed interval when
   * it goes on, and then what came in the meantime.
   */
  #beat(): void {
    if (++this.#misses > MAX_MISSES) this.fail("no sign of life from the other side");
    else this.#report();
  }

  #report(): void {
    this.#reportedBytes = this.#receivedBytes;
    this.#publish(beatPacket(this.#sent, this.#receivedBytes), false);
  }

  #publish(packet: Uint8Array, needed: boolean): boolean {
    try {
      this.#wire.publish(packet, needed);
      return true;
    } catch (error) {
      this.#end(`the connection to NATS failed: ${messageOf(error)}`);
      return false;
    }
  }

  #end(reason: string): void {
    if (!this.#open) return;
    this.#stop();
    this.#events.onEnd(reason);
  }

  #stop(): void {
    this.#open = false;
    clearInterval(this.#pulse);
    this.#queue = [];
    this.#parts = [];
    this.#settle();
  }
}
