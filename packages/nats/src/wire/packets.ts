/**
 * What one NATS message of a session holds: a byte that says what it is, then
 *
 *     Frame   u32 number, bytes    the last or only part of a frame
 *     Part    u32 number, bytes    a part of a frame; more follow
 *     Beat    u32 sent, f64 bytes  how many Frames and Parts were sent; how many bytes came
 *     Close   u32 sent, text       the session is over, and why
 *     Accept  JSON                 a runner takes an offer
 *     Refuse  JSON                 a runner does not
 *     Keep    JSON                 a runner will, when a slot is free before the offer ends
 *
 * Frames and Parts are numbered from 0 in each direction: NATS keeps the order of one connection,
 * but drops what it cannot deliver. A gap ends the session.
 */

/** The first byte of a packet. */
export const Kind = {
  Frame: 1,
  Part: 2,
  Beat: 3,
  Close: 4,
  Accept: 5,
  Refuse: 6,
  Keep: 7,
} as const;

/** A packet that was read. */
export type Packet =
  | { kind: typeof Kind.Frame | typeof Kind.Part; number: number; bytes: Uint8Array }
  | { kind: typeof Kind.Beat; sent: number; bytesReceived: number }
  | { kind: typeof Kind.Close; sent: number; reason: string }
  | { kind: AnswerKind; body: unknown };

/** What an offer may be answered with. */
export type AnswerKind = typeof Kind.Accept | typeof Kind.Refuse | typeof Kind.Keep;

const HEADER_BYTES = 5;
const BEAT_BYTES = 13;
/** What may be said in a word of control; frames have limits of their own. */
const MAX_CONTROL_BYTES = 4_096;
const MAX_REASON_CHARS = 500;

/** Makes a Frame or a Part. */
export function dataPacket(last: boolean, number: number, bytes: Uint8Array): Uint8Array {
  const packet = Buffer.allocUnsafe(HEADER_BYTES + bytes.length);
  packet[0] = last ? Kind.Frame : Kind.Part;
  packet.writeUInt32BE(number, 1);
  packet.set(bytes, HEADER_BYTES);
  return packet;
}

/** Makes a Beat. */
export function beatPacket(sent: number, bytesReceived: number): Uint8Array {
  const packet = Buffer.allocUnsafe(BEAT_BYTES);
  packet[0] = Kind.Beat;
  packet.writeUInt32BE(sent, 1);
  packet.writeDoubleBE(bytesReceived, HEADER_BYTES);
  return packet;
}

/** Makes a Close. */
export function closePacket(sent: number, reason: string): Uint8Array {
  const text = Buffer.from(reason.slice(0, MAX_REASON_CHARS), "utf8");
  const packet = dataPacket(true, sent, text);
  packet[0] = Kind.Close;
  return packet;
}

/** Makes the answer to an offer. */
export function answerPacket(kind: AnswerKind, body: object): Uint8Array {
  const text = Buffer.from(JSON.stringify(body), "utf8");
  return Buffer.concat([Uint8Array.of(kind), text]);
}

/** Reads a packet, which may come from an enemy; `undefined` when it is none. */
export function readPacket(data: Uint8Array): Packet | undefined {
  const view = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const kind = view[0];
  switch (kind) {
    case Kind.Frame:
    case Kind.Part:
      if (view.length < HEADER_BYTES) return undefined;
      return { kind, number: view.readUInt32BE(1), bytes: view.subarray(HEADER_BYTES) };
    case Kind.Beat:
      if (view.length !== BEAT_BYTES) return undefined;
      return { kind, sent: view.readUInt32BE(1), bytesReceived: view.readDoubleBE(HEADER_BYTES) };
    case Kind.Close:
      if (view.length < HEADER_BYTES || view.length > MAX_CONTROL_BYTES) return undefined;
      return { kind, sent: view.readUInt32BE(1), reason: view.toString("utf8", HEADER_BYTES) };
    case Kind.Accept:
    case Kind.Refuse:
    case Kind.Keep:
      return readAnswer(kind, view);
    default:
      return undefined;
  }
}

function readAnswer(kind: AnswerKind, view: Buffer): Packet | undefined {
  const body = readJson(view.subarray(1));
  return body === undefined ? undefined : { kind, body };
}

/** Reads a short JSON object that may come from an enemy. */
export function readJson(data: Uint8Array): object | undefined {
  if (data.length > MAX_CONTROL_BYTES) return undefined;
  try {
    const body: unknown = JSON.parse(Buffer.from(data).toString("utf8"));
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
