import type { Random } from "../random.js";

const WORDS = [
  ...["execute", "cancel", "tool_result", "pending", "started", "tool_call", "emit", "done"],
  ...[
    "log",
    "print",
    "report",
    "cut-logs",
    "timeout",
    "memory_limit",
    "tool_error",
    "internal_error",
  ],
  ...["validation_error", "tools", "echo", "fail", "trap", "host", "0", "1", "call-1", "exec-1"],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "then",
    "hasOwnProperty",
    "",
    "$",
    "\u0000",
    "\ud800",
  ],
];

const KEYS = [
  ...["type", "id", "callId", "ok", "result", "error", "code", "message", "logs", "durationMs"],
  ...["value", "text", "blobs", "kind", "line", "level", "timestamp", "now", "input", "name"],
  ...["providerName", "safeToolName", "providers", "options", "catalogue", "module", "live"],
  ...["timeoutMs", "memoryLimitBytes", "maxLogLines", "maxOpenCalls", "diagnostics", "stack"],
  ...["__proto__", "constructor", "then", "toJSON", "length"],
];

/** A value of any kind that a frame can hold, or that a transport could hand over. */
export function anyValue(random: Random, depth = 0): unknown {
  switch (random.below(depth > 3 ? 7 : 10)) {
    case 0:
      return null;
    case 1:
      return random.pick([0, -0, 1, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 4294967295]);
    case 2:
      return random.chance(0.5);
    case 3:
    case 4:
      return random.pick(WORDS);
    case 5:
      return random.pick(WORDS).repeat(random.below(400));
    case 6:
      return random.pick([[], {}, undefined]);
    case 7:
      return Array.from({ length: random.below(4) }, () => anyValue(random, depth + 1));
    case 8:
      return nested(random);
    default: {
      const bag: Record<string, unknown> = {};
      for (let count = random.below(4); count > 0; count--) {
        put(bag, random.pick(KEYS), anyValue(random, depth + 1));
      }
      return bag;
    }
  }
}

/** A copy of `value` with one place changed: replaced, removed, added to, or exchanged. */
export function mutate(random: Random, value: unknown): unknown {
  if (typeof value !== "object" || value === null || random.chance(0.1)) return near(random, value);
  if (Array.isArray(value)) return mutateList(random, value);
  const copy: object = { ...value };
  const keys = Object.keys(copy);
  const key = keys.length === 0 ? random.pick(KEYS) : random.pick(keys);
  const old: unknown = Reflect.get(copy, key);
  switch (random.below(6)) {
    case 0:
      Reflect.deleteProperty(copy, key);
      break;
    case 1:
      put(copy, random.pick(KEYS), anyValue(random));
      break;
    case 2:
      put(copy, key, anyValue(random));
      break;
    default:
      put(copy, key, mutate(random, old));
  }
  return copy;
}

/** Also as JSON never has them, but a thread could: with holes, or with names beside the indices. */
function mutateList(random: Random, value: readonly unknown[]): unknown[] {
  const list = [...value];
  const at = random.below(list.length + 1);
  switch (random.below(8)) {
    case 0:
      list.splice(at, 1);
      break;
    case 1:
      list.splice(at, 0, anyValue(random));
      break;
    case 2:
      if (random.chance(0.5)) list.length += 1 + random.below(3);
      else put(list, random.pick(KEYS.filter((key) => key !== "length")), anyValue(random));
      break;
    default:
      if (at < list.length) list[at] = mutate(random, list[at]);
  }
  return list;
}

/** A list of messages with one thing about their order changed, or one message. */
export function mutateTranscript(
  random: Random,
  transcript: readonly unknown[],
  others: readonly unknown[],
): unknown[] {
  const list = [...transcript];
  for (let count = 1 + random.below(3); count > 0; count--) {
    const at = random.below(list.length + 1);
    switch (random.below(8)) {
      case 0:
        list.splice(at, 1);
        break;
      case 1:
        list.splice(at, 0, list[random.below(Math.max(1, list.length))]);
        break;
      case 2:
        list.splice(at, 0, random.pick(others));
        break;
      case 3:
        list.splice(at, 0, anyValue(random));
        break;
      case 4:
        list.splice(at, 0, ...list.splice(random.below(Math.max(1, list.length)), 2));
        break;
      default:
        if (at < list.length) list[at] = mutate(random, list[at]);
    }
  }
  return list;
}

/** Text with some characters exchanged, repeated or cut: what a broken pipe would carry. */
export function mutateText(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const piece = random.pick([
    '"',
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\",
    "\u0000",
    "1e999",
    "-",
    "\ud800",
  ]);
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + piece + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + piece.repeat(random.below(3_000)) + text.slice(at);
    case 3:
      return text.slice(at) + text.slice(0, at);
    default:
      return text.slice(0, at) + text.slice(at + random.below(20));
  }
}

function near(random: Random, value: unknown): unknown {
  if (typeof value === "string" && random.chance(0.6)) return mutateText(random, value);
  if (typeof value === "number" && random.chance(0.6)) return value * random.pick([-1, 0, 2, 1e9]);
  if (typeof value === "boolean" && random.chance(0.6)) return !value;
  return anyValue(random);
}

function nested(random: Random): unknown {
  let value: unknown = random.pick(WORDS);
  for (let depth = random.below(700); depth > 0; depth--)
    value = depth % 2 ? [value] : { n: value };
  return value;
}

/** An own property, whatever its name: `__proto__` too, as `JSON.parse` makes it. */
function put(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
