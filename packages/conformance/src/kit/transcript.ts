import type { RunnerConnection } from "../suites/runner/session.js";

/** One thing that happened on a link. */
export interface TranscriptEntry {
  /** Milliseconds since the link was opened. */
  readonly atMs: number;
  /** `send` is what the kit said, `receive` what the runner said; `note` is neither. */
  readonly direction: "send" | "receive" | "note";
  /** The frame as it crossed, or the note. */
  readonly text: string;
}

/** Everything that crossed a link, in order, both ways. */
export type Transcript = readonly TranscriptEntry[];

/** Writes down what crosses a link. The transcript grows for as long as the link is used. */
export function recorded(connection: RunnerConnection): [RunnerConnection, Transcript] {
  const startedAt = performance.now();
  const entries: TranscriptEntry[] = [];
  const write = (direction: TranscriptEntry["direction"], text: string) => {
    entries.push({ atMs: Math.round((performance.now() - startedAt) * 10) / 10, direction, text });
  };
  const wrapped: RunnerConnection = {
    send(frame) {
      write("send", frame);
      connection.send(frame);
    },
    onFrame(handler) {
      connection.onFrame((frame) => {
        write("receive", frame);
        handler(frame);
      });
    },
    onClose(handler) {
      connection.onClose((why) => {
        write("note", why);
        handler(why);
      });
    },
    close: () => connection.close(),
    cut(ms) {
      write("note", "the kit cuts the link");
      return connection.cut(ms);
    },
  };
  return [wrapped, entries];
}
