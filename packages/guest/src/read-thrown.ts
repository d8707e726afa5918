import type { Frame, ThrownReport } from "@execbox/protocol";
import type { ThrownText } from "./bridge.js";

/** What the runtime said of a thrown value; `readFrames` knows how the engine writes a backtrace. */
export function readThrown(
  text: string | undefined,
  readFrames: (stack: string) => Frame[],
): ThrownReport {
  const { message, name, call, unserializable, stack } = JSON.parse(text ?? "{}") as ThrownText;
  return {
    message: String(message),
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof call === "number" ? { call } : {}),
    ...(unserializable === true ? { unserializable } : {}),
    ...(typeof stack === "string" ? { frames: readFrames(stack) } : {}),
  };
}
