import { MAX_VALUE_DEPTH } from "@execbox/core";

/** The longest text either side accepts, in UTF-16 code units; see `FrameLimits`. */
export const MAX_FRAME_CHARS = 32 * 1024 * 1024;

// A frame holds a value inside a message; the message itself adds these levels.
const ENVELOPE_DEPTH = 8;

/** A frame that its receiver refused. */
export class FrameError extends Error {
  override name = "FrameError";
}

/**
 * Parses JSON text that may come from an enemy. Size and depth are checked before the parser
 * sees it, so that neither can be used against this side.
 */
export function decodeFrame(text: string, maxChars = MAX_FRAME_CHARS): unknown {
  assertFrame(text, maxChars);
  try {
    return JSON.parse(text);
  } catch {
    throw new FrameError("a frame is not JSON");
  }
}

/** Refuses text that is too long or too deep to be parsed. */
export function assertFrame(text: string, maxChars = MAX_FRAME_CHARS): void {
  if (text.length > maxChars) {
    throw new FrameError(`a frame of ${text.length} characters is over the limit of ${maxChars}`);
  }
  const maxDepth = MAX_VALUE_DEPTH + ENVELOPE_DEPTH;
  if (text.length > 2 * maxDepth && isDeeperThan(text, maxDepth)) {
    throw new FrameError(`a frame is nested deeper than ${maxDepth} levels`);
  }
}

/** Renders a message or a value as one line of JSON, without the line feed. */
export function encodeFrame(value: unknown, maxChars = MAX_FRAME_CHARS): string {
  const text = JSON.stringify(value);
  if (text.length <= maxChars) return text;
  throw new FrameError(`it is ${text.length} characters of JSON; at most ${maxChars} can cross`);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether brackets outside strings nest deeper than `limit`; linear and allocation-free. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > limit) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
    }
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    if (code === BACKSLASH) index++;
  }
  return text.length;
}
