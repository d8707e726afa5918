import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What of the host an attack might touch, and whether it did. */
export interface Canaries {
  /** Fails when anything has changed since the canaries were set out. */
  assertUntouched(): void;
  /** Calls that a guest must never get through to. */
  readonly trespasses: string[];
  remove(): void;
}

/** Node puts these in place when they are first read; that is no guest's doing. */
const LAZY = ["AbortController", "TextDecoder", "TextEncoder"];

const SECRET = "the host's own words";

/** Sets out canaries in this process: globals, prototypes, environment, files, listeners. */
export function setOutCanaries(): Canaries {
  const folder = mkdtempSync(join(tmpdir(), "execbox-canary-"));
  const file = join(folder, "secret.txt");
  writeFileSync(file, SECRET);
  process.env["EXECBOX_CANARY"] = SECRET;
  const trespasses: string[] = [];
  for (const name of LAZY) Reflect.get(globalThis, name);
  const before = describeHost();
  return {
    trespasses,
    assertUntouched() {
      assert.deepEqual(trespasses, [], "a guest reached what it was not given");
      assert.equal(readFileSync(file, "utf8"), SECRET);
      assert.deepEqual(readdirSync(folder), ["secret.txt"]);
      const after = describeHost();
      // Compared as text first: a deep comparison for each program would take longer than it.
      for (const [part, text] of Object.entries(after)) {
        if (text !== before[part]) assert.equal(text, before[part], `${part} of the host changed`);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const INTRINSICS: readonly object[] = [
  globalThis,
  Object.prototype,
  Function.prototype,
  Array.prototype,
  String.prototype,
  Number.prototype,
  Promise.prototype,
  Promise,
  Error.prototype,
  Error,
  Map.prototype,
  WeakMap.prototype,
  Set.prototype,
  RegExp.prototype,
  Date.prototype,
  Uint8Array.prototype,
  ArrayBuffer.prototype,
  Object.getPrototypeOf(async () => {}),
  Object.getPrototypeOf(function* () {}),
  JSON,
  Math,
  Reflect,
];

const known = new WeakMap<object, number>();
let nextIdentity = 1;

function describeHost(): Record<string, string> {
  return {
    intrinsics: INTRINSICS.map(describeProperties).join("\n"),
    environment: JSON.stringify(process.env),
    folder: process.cwd(),
    listeners: process.eventNames().map(countListeners).sort().join(),
    exitCode: String(process.exitCode),
    hooks: String(Reflect.get(Error, "prepareStackTrace")),
  };
}

function countListeners(name: string | symbol): string {
  return `${String(name)}:${process.listenerCount(name)}`;
}

/** Names of properties and the identity of what they hold; getters of the host are not run. */
function describeProperties(target: object): string {
  const parts: string[] = [];
  for (const key of Reflect.ownKeys(target)) {
    const { value, get, set } = Object.getOwnPropertyDescriptor(target, key) ?? {};
    parts.push(`${String(key)}=${identify(value ?? get ?? set)}`);
  }
  return parts.join();
}

function identify(value: unknown): string {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) {
    return typeof value;
  }
  let identity = known.get(value);
  if (identity === undefined) {
    identity = nextIdentity++;
    known.set(value, identity);
  }
  return String(identity);
}
