import assert from "node:assert/strict";
import { DecodeError, decodeValue, encodeValue, SerializationError } from "@execbox/guest/values";
import { decodeMessage, encodeMessage, FrameError } from "@execbox/protocol";
import type { Random } from "../random.js";
import { mutate, mutateText } from "./mutate.js";
import { Counter, type FuzzRun, type FuzzTarget } from "./target.js";
import { loadValueSupport } from "./value-maker.js";

/** Values there and back, compared with what went in and with `structuredClone`. */
export const valuesTarget: FuzzTarget = {
  name: "values",
  shortCases: 8_000,
  async open() {
    const { assertSameGraph, ValueMaker } = await loadValueSupport();
    const figures = new Counter();
    const run = (random: Random): void => {
      const next = (): number => random.next();
      const value = new ValueMaker(next, 1 + random.below(30)).make();
      const { text, blobs } = encodeValue(value, { root: "value" });
      // Half of them through a frame, as behind a pipe.
      const framed = random.chance(0.5);
      const arrived = framed ? throughFrame(text, blobs) : decodeValue(text, blobs);
      assertSameGraph(arrived, value);
      const clone = cloneOrNothing(value);
      if (clone !== undefined) assertSameGraph(arrived, clone.value);
      const way = framed ? "through a frame" : "round trip";
      // Node 20 cannot clone all of them; later ones can.
      figures.add(clone === undefined ? way : `${way}, as structuredClone`);
    };
    return { run, figures: () => figures.toRecord(), close: () => {} };
  },
};

/** Texts that no encoder wrote. */
export const garbageTarget: FuzzTarget = {
  name: "garbage",
  shortCases: 8_000,
  async open() {
    const { ValueMaker } = await loadValueSupport();
    return new GarbageFuzz((next, size) => new ValueMaker(next, size).make());
  },
};

class GarbageFuzz implements FuzzRun {
  readonly #make: (next: () => number, size: number) => unknown;
  readonly #outcomes = new Counter();
  readonly #pristine = Object.getOwnPropertyNames(Object.prototype).join();

  constructor(make: (next: () => number, size: number) => unknown) {
    this.#make = make;
  }

  run(random: Random): void {
    const value = this.#make(() => random.next(), 1 + random.below(25));
    const { text, blobs } = encodeValue(value, { root: "value" });
    const broken = random.chance(0.3)
      ? mutateText(random, text)
      : JSON.stringify(mutate(random, mutate(random, JSON.parse(text))));
    try {
      decodeValue(broken ?? "null", blobs.slice(random.below(2)));
      this.#outcomes.add("decoded");
    } catch (error) {
      const documented = error instanceof DecodeError || error instanceof SerializationError;
      assert.ok(documented, `${String(error)} for ${broken?.slice(0, 500)}`);
      this.#outcomes.add("refused");
    }
    assert.equal(Object.getOwnPropertyNames(Object.prototype).join(), this.#pristine);
  }

  figures(): Record<string, number> {
    return this.#outcomes.toRecord();
  }

  close(): void {}
}

/** Lines that no transport wrote. */
export const framesTarget: FuzzTarget = {
  name: "frames",
  shortCases: 8_000,
  async open() {
    const outcomes = new Counter();
    const run = (random: Random): void => {
      const blobs = [new Uint8Array(random.below(20))];
      const message = mutate(random, {
        type: "done",
        id: "exec-1",
        ok: true,
        value: { text: '[{"$":"buffer","v":0}]', blobs },
        logs: ["a"],
        durationMs: 1,
      });
      if (typeof message !== "object" || message === null) return;
      try {
        const line = encodeMessage(message);
        decodeMessage(mutateText(random, line));
        outcomes.add("decoded");
      } catch (error) {
        assert.ok(error instanceof FrameError, String(error));
        outcomes.add("refused");
      }
    };
    return { run, figures: () => outcomes.toRecord(), close: () => {} };
  },
};

function throughFrame(text: string, blobs: readonly ArrayBuffer[]): unknown {
  const bytes = blobs.map((blob) => new Uint8Array(blob));
  const { value } = decodeMessage(encodeMessage({ value: { text, blobs: bytes } })) as {
    value: { text: string; blobs: Uint8Array[] };
  };
  return decodeValue(value.text, value.blobs);
}

/** Node 20 cannot read what it wrote of an error that contains itself; we can. */
function cloneOrNothing(value: unknown): { value: unknown } | undefined {
  try {
    return { value: structuredClone(value) };
  } catch {
    return undefined;
  }
}
