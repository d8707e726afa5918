import { randomUUID } from "node:crypto";
import { assertKnownKeys, assertRecord, describe, describeUnserializable } from "@execbox/core";
import { PRIVATE_FOLDER } from "./paths.js";
import type { ThreadStorage } from "./storage.js";

/** A message to add: a role, and whatever else the conversation needs, as JSON. */
export interface NewThreadMessage {
  /** Who speaks, such as `user` or `assistant`. */
  role: string;
  /** Anything that is JSON: `content`, `name`, calls of tools. */
  [field: string]: unknown;
}

/** A message of a thread. */
export interface ThreadMessage extends NewThreadMessage {
  /** Unique in the thread; made by it unless the message came with one. */
  id: string;
  /** When it was added, in milliseconds since 1970, unless it came with a time. */
  createdAt: number;
}

/** Which messages `getMessages` returns. */
export interface GetMessagesOptions {
  /** Only messages of this role. */
  role?: string;
  /** At most this many, the newest ones. */
  limit?: number;
}

/** The messages of one thread, oldest first. */
export interface MessageLog {
  add(message: NewThreadMessage): Promise<ThreadMessage>;
  get(options?: GetMessagesOptions): Promise<ThreadMessage[]>;
}

const MESSAGES = `/${PRIVATE_FOLDER}/messages.jsonl`;

/** Keeps messages in the storage, one line of JSON each, where no path of a guest leads. */
export function createMessageLog(storage: ThreadStorage): MessageLog {
  let lastWrite: Promise<unknown> = Promise.resolve();
  return {
    async add(message) {
      const stored = stamp(message);
      const line = Buffer.from(`${JSON.stringify(stored)}\n`);
      // One after the other: messages stay in the order of the calls that added them.
      const written = lastWrite.then(() => append(storage, line));
      lastWrite = written.catch(() => {});
      await written;
      return stored;
    },
    async get(options) {
      const { role, limit } = checkSelection(options);
      await lastWrite;
      const bytes = await storage.read(MESSAGES);
      const all = bytes === undefined ? [] : parseLines(Buffer.from(bytes).toString("utf8"));
      const chosen = role === undefined ? all : all.filter((message) => message.role === role);
      return limit === undefined ? chosen : chosen.slice(Math.max(0, chosen.length - limit));
    },
  };
}

function stamp(message: NewThreadMessage): ThreadMessage {
  assertRecord("message", message);
  const fault = describeUnserializable(message, "message");
  if (fault !== undefined) throw new TypeError(`A message must be JSON: ${fault}`);
  const { id = randomUUID(), createdAt = Date.now(), ...rest }: Record<string, unknown> = message;
  // A copy through JSON: what is stored and what is returned are the same and the thread's own.
  const copy: unknown = JSON.parse(JSON.stringify({ id, createdAt, ...rest }));
  if (isMessage(copy)) return copy;
  throw new TypeError(
    "A message must have a role that is a string; id, if given, a string and createdAt a number",
  );
}

async function append(storage: ThreadStorage, line: Uint8Array): Promise<void> {
  if (storage.append !== undefined) return storage.append(MESSAGES, line);
  const before = (await storage.read(MESSAGES)) ?? new Uint8Array();
  await storage.write(MESSAGES, Buffer.concat([before, line]));
}

function parseLines(text: string): ThreadMessage[] {
  const messages: ThreadMessage[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line === "") continue;
    const message = parse(line);
    if (!isMessage(message)) {
      throw new Error(`Line ${index + 1} of the thread's ${MESSAGES} is not a message`);
    }
    messages.push(message);
  }
  return messages;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is ThreadMessage {
  if (typeof value !== "object" || value === null) return false;
  const { role, id, createdAt }: { role?: unknown; id?: unknown; createdAt?: unknown } = value;
  return typeof role === "string" && typeof id === "string" && typeof createdAt === "number";
}

/** Bridged to a guest, the options are the guest's; a wrong one must not mean "everything". */
function checkSelection(options: unknown): GetMessagesOptions {
  if (options === undefined || options === null) return {};
  assertRecord("options", options);
  assertKnownKeys("options", options, ["role", "limit"]);
  const { role, limit }: { role?: unknown; limit?: unknown } = options;
  if (role !== undefined && typeof role !== "string") {
    throw new TypeError(`options.role must be a string, got ${describe(role)}`);
  }
  if (limit !== undefined && (typeof limit !== "number" || !(limit >= 0))) {
    throw new TypeError(`options.limit must be a number of at least 0, got ${describe(limit)}`);
  }
  return {
    ...(role === undefined ? {} : { role }),
    ...(limit === undefined ? {} : { limit: Math.floor(limit) }),
  };
}
