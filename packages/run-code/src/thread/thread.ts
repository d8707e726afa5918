import { randomUUID } from "node:crypto";
import { assertKnownKeys, assertRecord, describe } from "@execbox/core";
import type { RunCode } from "../types.js";
import { createEvents, type ThreadEvents } from "./events.js";
import { createFiles, type ThreadFiles } from "./files.js";
import { folderStorage } from "./folder-storage.js";
import { memoryStorage } from "./memory-storage.js";
import {
  createMessageLog,
  type GetMessagesOptions,
  type NewThreadMessage,
  type ThreadMessage,
} from "./messages.js";
import type { ThreadStorage } from "./storage.js";

/** What a thread is made of; every key may be left out. */
export interface ThreadOptions {
  /** The thread's name. Default: a random one. */
  id?: string;
  /** Where files and messages are kept: in a folder, or wherever a storage puts them. Default: in memory. */
  storage?: { folder: string } | ThreadStorage;
  /** Settings for the tools of the thread. */
  env?: Readonly<Record<string, string>>;
  /** Runs code for the thread, such as the `runCode` of a runner from `createCodeRunner`. */
  runCode?: RunCode;
}

/**
 * One conversation: its files, messages, events and settings, and a way to run code for it. The
 * code it runs gets none of these unless the caller bridges them in.
 */
export interface ThreadState extends ThreadEvents, ThreadFiles {
  readonly id: string;
  /** Settings, read-only. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs code on behalf of the thread; sees nothing of it. */
  runCode: RunCode;
  /** Adds a message at the end and returns it as stored. */
  addMessage(message: NewThreadMessage): Promise<ThreadMessage>;
  /** The thread's messages, oldest first. */
  getMessages(options?: GetMessagesOptions): Promise<ThreadMessage[]>;
}

/**
 * Makes a thread. Throws a `TypeError` that names the key for options that make no sense.
 *
 * @example
 * const state = createThread({ id: "support-42", storage: { folder: "./threads/support-42" } });
 * await state.writeFile("/data/input.json", "[1, 2, 3]");
 * const { result } = await state.runCode("export default JSON.parse(input).length", {
 *   globals: { input: await state.readFile("/data/input.json") },
 * });
 */
export function createThread(options: ThreadOptions = {}): ThreadState {
  assertRecord("options", options);
  assertKnownKeys("options", options, ["id", "storage", "env", "runCode"]);
  const { id, storage: givenStorage, env, runCode } = options;
  if (runCode !== undefined && typeof runCode !== "function") {
    throw new TypeError(`options.runCode must be a function, got ${describe(runCode)}`);
  }
  const storage = resolveStorage(givenStorage);
  const messages = createMessageLog(storage);
  return Object.freeze({
    id: resolveId(id),
    env: resolveEnv(env),
    runCode: runCode ?? refuseToRun,
    addMessage: messages.add,
    getMessages: messages.get,
    ...createFiles(storage),
    ...createEvents(),
  });
}

const refuseToRun: RunCode = () => {
  throw new TypeError("This thread was made without options.runCode and cannot run code");
};

function resolveId(id: unknown): string {
  if (id === undefined) return randomUUID();
  if (typeof id === "string" && id !== "") return id;
  throw new TypeError(`options.id must be a string with something in it, got ${describe(id)}`);
}

const STORAGE_METHODS = ["read", "write", "list", "remove"] as const;

function resolveStorage(storage: ThreadOptions["storage"]): ThreadStorage {
  if (storage === undefined) return memoryStorage();
  assertRecord("options.storage", storage);
  if ("folder" in storage) {
    assertKnownKeys("options.storage", storage, ["folder"]);
    return folderStorage(storage.folder);
  }
  for (const method of STORAGE_METHODS) {
    if (typeof storage[method] === "function") continue;
    throw new TypeError(
      `options.storage.${method} must be a function; or give { folder: "path" } for a folder`,
    );
  }
  return storage;
}

function resolveEnv(env: ThreadOptions["env"]): Readonly<Record<string, string>> {
  if (env === undefined) return Object.freeze({});
  assertRecord("options.env", env);
  const entries = Object.entries(env);
  for (const [name, value] of entries) {
    if (typeof value === "string") continue;
    throw new TypeError(
      `options.env[${JSON.stringify(name)}] must be a string, got ${describe(value)}`,
    );
  }
  return Object.freeze(Object.fromEntries(entries));
}
