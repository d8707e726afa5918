import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { MAX_FRAME_CHARS } from "@execbox/protocol";
import { NatsRunnerTransport } from "../src/runner/nats-runner-transport.js";
import { PacketLink } from "../src/wire/packet-link.js";
import { beatPacket, closePacket, dataPacket, Kind, readPacket } from "../src/wire/packets.js";

const BEAT_MS = 50;

/** One end of a link, with everything it does written down. */
class End {
  readonly frames: string[] = [];
  readonly sent: Uint8Array[] = [];
  readonly ended: string[] = [];
  readonly link: PacketLink;
  /** Where what it sends goes; nowhere unless it is tied to another end. */
  peer: End | undefined;

  constructor(maxPayload = 1024 * 1024, beatMs = 60_000) {
    const wire = {
      publish: (packet: Uint8Array) => {
        assert.ok(packet.length <= maxPayload, "no message is larger than the server takes");
        this.sent.push(packet);
        if (this.peer !== undefined) setImmediate(() => this.peer?.link.receive(packet));
      },
      maxPayload: () => maxPayload,
    };
    this.link = new PacketLink(wire, beatMs, {
      onFrame: (bytes) => this.frames.push(Buffer.from(bytes).toString("utf8")),
      onEnd: (reason) => this.ended.push(reason),
    });
  }

  static pair(maxPayload?: number, beatMs?: number): [End, End] {
    const [one, other] = [new End(maxPayload, beatMs), new End(maxPayload, beatMs)];
    one.peer = other;
    other.peer = one;
    return [one, other];
  }
}

// Verifies fleet.large-frames.
test("frames arrive whole and in order, whatever their size and the server's limit", async () => {
  for (const maxPayload of [64, 4_096, 1024 * 1024]) {
    const [one, other] = End.pair(maxPayload);
    const frames = ["", "a", "ä".repeat(maxPayload), "x".repeat(3 * maxPayload + 1), "€"];
    for (const frame of frames) one.link.send(frame);
    while (other.frames.length < frames.length) await sleep(1);
    assert.deepEqual(other.frames, frames);
    one.link.close("");
    other.link.close("");
  }
});

test("a sender stops at the window until the other side has taken something in", async () => {
  const one = new End();
  one.link.send("x".repeat(8 * 1024 * 1024));
  const before = one.sent.reduce((sum, { length }) => sum + length, 0);
  assert.ok(before < 1.2 * 1024 * 1024, `${before} bytes are on their way`);
  one.link.receive(beatPacket(0, 512 * 1024));
  const after = one.sent.reduce((sum, { length }) => sum + length, 0);
  assert.ok(after > before + 256 * 1024 && after < before + 768 * 1024);
  one.link.receive(beatPacket(0, 1e12));
  assert.deepEqual(one.ended, ["more bytes were acknowledged than were sent"]);
});

test("a receiver that takes nothing in costs a bounded queue, then the link", () => {
  const one = new End();
  const frame = "x".repeat(MAX_FRAME_CHARS);
  for (let count = 0; count < 20 && one.link.open; count++) one.link.send(frame);
  assert.deepEqual(one.ended, ["the other side takes nothing in"]);
});

// Verifies fleet.loss.
const hostile: Record<string, { packets: Uint8Array[]; reason: RegExp }> = {
  "a gap": {
    packets: [dataPacket(true, 0, Buffer.of(65)), dataPacket(true, 2, Buffer.of(66))],
    reason: /packet 1 was lost: 2 came instead/,
  },
  "a repetition": {
    packets: [dataPacket(true, 0, Buffer.of(65)), dataPacket(true, 0, Buffer.of(65))],
    reason: /packet 1 was lost: 0 came instead/,
  },
  "a beat that tells of more": { packets: [beatPacket(3, 0)], reason: /packet 0 was lost/ },
  "nothing at all": { packets: [new Uint8Array(0)], reason: /could not be read/ },
  "a kind that does not exist": { packets: [Buffer.of(99, 1, 2)], reason: /could not be read/ },
  "half a header": { packets: [Buffer.of(Kind.Frame, 0)], reason: /could not be read/ },
  "a beat of the wrong length": { packets: [Buffer.of(Kind.Beat, 0)], reason: /not be read/ },
  "a beat that counts in NaN": {
    packets: [beatPacket(0, Number.NaN)],
    reason: /more bytes were acknowledged/,
  },
  "an answer to no offer": {
    packets: [Buffer.from([Kind.Accept, ...Buffer.from("{}")])],
    reason: /in the middle of a session/,
  },
  "a close": { packets: [closePacket(0, "enough")], reason: /^enough$/ },
};

for (const [name, { packets, reason }] of Object.entries(hostile)) {
  test(`${name} ends the link once`, () => {
    const end = new End();
    for (const packet of packets) end.link.receive(packet);
    end.link.receive(dataPacket(true, 0, Buffer.of(65)));
    assert.equal(end.ended.length, 1);
    assert.match(end.ended[0] ?? "", reason);
    assert.equal(end.link.open, false);
  });
}

test("parts without end are refused before they are joined", () => {
  const end = new End();
  const part = new Uint8Array(1024 * 1024);
  let number = 0;
  while (end.link.open && number < 200) end.link.receive(dataPacket(false, number++, part));
  assert.match(end.ended[0] ?? "", /over the limit of \d+ bytes/);
  assert.equal(number, 97);

  const tiny = new End();
  number = 0;
  while (tiny.link.open && number < 200_000) {
    tiny.link.receive(dataPacket(false, number++, Buffer.of(1)));
  }
  assert.match(tiny.ended[0] ?? "", /over the limit/, "nor may a frame have parts without number");
});

test("random bytes never throw", () => {
  for (let round = 0; round < 2_000; round++) {
    const end = new End();
    const bytes = Buffer.from(Array.from({ length: round % 40 }, () => Math.random() * 256));
    if (bytes.length > 0) bytes[0] = round % 8;
    end.link.receive(bytes);
    readPacket(bytes);
    end.link.close("");
  }
});

test("a silent side ends the link after four intervals; a talking one does not", async () => {
  const silent = new End(undefined, BEAT_MS);
  const [one, other] = End.pair(undefined, BEAT_MS);
  // The links' own timers hold nothing: this does.
  const hold = setInterval(() => {}, 10);
  while (silent.link.open) await sleep(10);
  assert.deepEqual(silent.ended, ["no sign of life from the other side"]);
  assert.equal(silent.sent.filter(([kind]) => kind === Kind.Beat).length, 3);
  await sleep(6 * BEAT_MS);
  assert.deepEqual([one.ended, other.ended], [[], []]);
  one.link.close("");
  other.link.close("");
  clearInterval(hold);
});

test("a process that stood still does not take its own silence for the other's", async () => {
  const [one, other] = End.pair(undefined, BEAT_MS);
  await sleep(2 * BEAT_MS);
  block(10 * BEAT_MS);
  await sleep(2 * BEAT_MS);
  assert.deepEqual([one.ended, other.ended], [[], []]);
  one.link.close("");
  other.link.close("");
});

// Verifies fleet.never-twice: the host of what comes late has gone to another runner by then.
test("a runner that stood still does not start what came in the meantime", async () => {
  const sent: Uint8Array[] = [];
  const wire = { publish: (packet: Uint8Array) => sent.push(packet), maxPayload: () => 4_096 };
  const messages: unknown[] = [];
  const execute = dataPacket(true, 0, Buffer.from('{"type":"execute"}'));

  const prompt = new NatsRunnerTransport(wire, BEAT_MS);
  prompt.onMessage((message) => messages.push(message));
  prompt.receive(execute);
  assert.equal(messages.length, 1);
  prompt.close("");

  const late = new NatsRunnerTransport(wire, BEAT_MS);
  late.onMessage((message) => messages.push(message));
  block(4 * BEAT_MS);
  late.receive(execute);
  assert.equal(messages.length, 1);
  const last = readPacket(sent.at(-1) ?? new Uint8Array());
  assert.equal(
    last?.kind === Kind.Close && last.reason,
    "the execution came too late to be started",
  );
  await late.over;
});

test("a host that takes a slot and sends no execution loses it", async () => {
  const wire = { publish: () => {}, maxPayload: () => 4_096 };
  const idle = new NatsRunnerTransport(wire, BEAT_MS);
  let closed = 0;
  idle.onClose(() => closed++);
  const alive = setInterval(() => idle.receive(beatPacket(0, 0)), BEAT_MS);
  await idle.over;
  clearInterval(alive);
  assert.equal(closed, 1);
});

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
