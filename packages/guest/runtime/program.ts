import { Host } from "../src/bridge.ts";
import { host } from "./host.ts";
import { encode } from "./json.ts";
import { shield } from "./primordials.ts";
import { describeThrown } from "./thrown.ts";

/** Calls the program and reports how it ended, once. */
export function runProgram(program: () => Promise<unknown>): void {
  void report(program);
}

async function report(program: () => Promise<unknown>): Promise<void> {
  let value: unknown;
  try {
    value = await shield(program());
  } catch (thrown) {
    host(Host.Thrown, describeThrown(thrown));
    return;
  }
  let text: ReturnType<typeof encode>;
  try {
    text = encode(value, "result");
  } catch (thrown) {
    // A getter or a proxy of the result threw while it was read.
    host(Host.Thrown, describeThrown(thrown));
    return;
  }
  if (typeof text === "object") host(Host.Unserializable, text.refused);
  else host(Host.Value, text);
}
