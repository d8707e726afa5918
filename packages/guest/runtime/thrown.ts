import {
  StringOf,
  sliceString,
  stackOf,
  stringifyJson,
  WeakMapCtor,
  weakMapGet,
  weakMapSet,
} from "./primordials.ts";

/** Where an error object of the runtime's own making came from. */
interface Origin {
  call: number | undefined;
  unserializable: boolean;
}

// Keyed by identity: a guest that copies every property of such an error has another object.
const origins = new WeakMapCtor<object, Origin>();

const MAX_MESSAGE = 16_384;

/** Remembers where an error came from. */
export function markOrigin(error: object, call: number | undefined, unserializable: boolean): void {
  weakMapSet(origins, error, { call, unserializable });
}

/**
 * Describes a thrown value as JSON. It reads properties a guest may have made getters of, so
 * guest code may run, throw or never end in here; the first two are caught, the last is for
 * the engine's interrupt.
 */
export function describeThrown(thrown: unknown): string {
  // Written piece by piece: QuickJS's JSON writer shows the object it writes to any setter that a
  // guest has put on `Array.prototype`, and that could add a `call` of its own.
  let text = '{"message":' + quote(messageOf(thrown));
  if ((typeof thrown === "object" && thrown !== null) || typeof thrown === "function") {
    const origin = weakMapGet(origins, thrown) as Origin | undefined;
    if (origin !== undefined) {
      if (origin.call !== undefined) text += ',"call":' + origin.call;
      if (origin.unserializable) text += ',"unserializable":true';
    }
    try {
      const name = (thrown as { name?: unknown }).name;
      if (typeof name === "string") text += ',"name":' + quote(sliceString(name, 0, 200));
      const stack = stackOf(thrown);
      if (typeof stack === "string")
        text += ',"stack":' + quote(sliceString(stack, 0, MAX_MESSAGE));
    } catch {}
  }
  return text + "}";
}

function quote(text: string): string {
  return stringifyJson(text) as string;
}

/** `message` of a plain error, `Name: message` of others, else the value as text. */
export function messageOf(thrown: unknown): string {
  try {
    if (typeof thrown === "object" && thrown !== null) {
      const { name, message } = thrown as { name?: unknown; message?: unknown };
      if (typeof message === "string") {
        const prefix =
          typeof name === "string" && name !== "" && name !== "Error" && name !== "ToolError"
            ? sliceString(name, 0, 200) + ": "
            : "";
        return sliceString(prefix + message, 0, MAX_MESSAGE);
      }
      const text = stringifyJson(thrown);
      if (typeof text === "string") return sliceString(text, 0, MAX_MESSAGE);
    }
    return sliceString(StringOf(thrown), 0, MAX_MESSAGE);
  } catch {
    return "a value that cannot be described was thrown";
  }
}
