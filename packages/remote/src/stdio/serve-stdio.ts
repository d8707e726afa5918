import type { Readable, Writable } from "node:stream";
import { messageOf } from "@execbox/core";
import { LineReader } from "@execbox/placement";
import { decodeMessage, encodeMessage, Listeners, type RunnerTransport } from "@execbox/protocol";
import type { RunnerHost } from "../runner/runner-host.js";

/** The two ends a runner speaks on. */
export interface StdioStreams {
  input: Readable;
  output: Writable;
}

/**
 * Serves the host at the other end of two streams, one JSON message a line: nothing else is ever
 * written there. Settles when nothing more will come of the connection and everything said has
 * been taken; rejects when the host sends what is no line of JSON, or too much of it.
 */
export async function serveStdio(
  runner: RunnerHost,
  { input, output }: StdioStreams,
): Promise<void> {
  const messages = new Listeners<[unknown]>();
  const closed = new Listeners<[]>();
  const congestion = new Listeners<[boolean]>();
  let problem: Error | undefined;
  const transport: RunnerTransport = {
    send: (message) => {
      if (!output.writable) throw new Error("the host does not listen any more");
      if (!output.write(`${encodeMessage(message)}\n`)) congestion.emit(true);
    },
    onMessage: messages.add,
    onClose: closed.add,
    onCongestion: congestion.add,
  };
  const end = (error?: Error) => {
    problem ??= error;
    input.destroy();
    closed.emit();
  };
  const lines = new LineReader((line) => messages.emit(decodeMessage(line)));
  input.on("data", (chunk: Buffer) => {
    try {
      lines.push(chunk);
    } catch (error) {
      end(new Error(`the host sent what cannot be read: ${messageOf(error)}`));
    }
  });
  output.on("drain", () => congestion.emit(false));
  // A host that is gone is gone, whichever way we notice.
  const leave = () => end();
  input.on("end", leave).on("close", leave).on("error", leave);
  output.on("error", leave);
  await runner.serve(transport);
  await flushed(output);
  if (problem !== undefined) throw problem;
}

/** Settles when everything written has been taken, or never will be. */
function flushed(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    output.once("close", resolve);
    output.write("", () => resolve());
  });
}
