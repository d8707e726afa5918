import { Host } from "../src/bridge.ts";
import { host } from "./host.ts";
import { encode, MAX_CHARS } from "./json.ts";
import {
  CONFIGURABLE,
  define,
  ENUMERABLE,
  ErrorCtor,
  freeze,
  HIDDEN,
  PLAIN,
  PromiseCtor,
  parseJson,
  record,
  shield,
  TypeErrorCtor,
} from "./primordials.ts";
import { markOrigin } from "./thrown.ts";

interface Deferred {
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
  size: number;
  label: string;
}

/** What calls of a module are called in backtraces; they have no names of their own. */
const HOST_FUNCTION = "host function";

const waiting = record<Deferred>();
/** Calls beyond the limits, with their inputs: they wait in the guest's own memory. */
const queue = record<{ tool: number; text: string | undefined; size: number }>();
let lastCall = 0;
/** The first call that has not gone out; one more than the last when none waits. */
let nextOut = 1;
let open = 0;
let openChars = 0;
let maxOpen = 1;

/** Starts the budget of one run. */
export function limitCalls(maxOpenCalls: number): void {
  maxOpen = maxOpenCalls;
}

/** How many calls have no answer yet. */
export function countOpenCalls(): number {
  return open + (lastCall - nextOut + 1);
}

/** Makes the namespaces; `text` is JSON of `[namespace, [tool, …]][]`. */
export function defineNamespaces(text: string): void {
  const namespaces = parseJson(text) as [string, string[]][];
  let tool = 0;
  for (let index = 0; index < namespaces.length; index++) {
    const entry = namespaces[index] as [string, string[]];
    const name = entry[0];
    const tools = entry[1];
    const namespace = {};
    for (let position = 0; position < tools.length; position++) {
      const proxy = makeProxy(tool++, name + "." + tools[position]);
      define(proxy, "name", tools[position], CONFIGURABLE);
      define(namespace, tools[position] as string, proxy, ENUMERABLE);
    }
    define(globalThis, name, freeze(namespace), ENUMERABLE);
  }
}

/** Ends a call well. */
export function resolveCall(call: number, text: string | undefined): void {
  const deferred = take(call);
  if (deferred !== undefined) deferred.resolve(text === undefined ? undefined : parseJson(text));
}

/** Ends a call well with a value that is decoded already. */
export function resolveCallWith(call: number, value: unknown): void {
  take(call)?.resolve(value);
}

/** The number of a call that goes out at once, whatever else is open. */
export function nextCallNumber(): number {
  nextOut++;
  return ++lastCall;
}

/** A promise for the answer to a call that is on its way. */
export function await_(call: number): Promise<unknown> {
  open++;
  const promise = new PromiseCtor<unknown>((resolve, reject) => {
    waiting[call] = { resolve, reject, size: 0, label: HOST_FUNCTION };
  });
  return shield(promise);
}

/** The error of a call that failed at once. */
export function failCall(call: number, code: string, message: string): Error {
  const error = makeError(message, code, HOST_FUNCTION);
  markOrigin(error, call, false);
  return error;
}

/** Ends a call with the host's own code and words. */
export function rejectCall(call: number, code: string, message: string): void {
  const deferred = take(call);
  if (deferred === undefined) return;
  const error = makeError(message, code, deferred.label);
  markOrigin(error, call, false);
  deferred.reject(error);
}

function makeProxy(tool: number, label: string): (input?: unknown) => Promise<unknown> {
  return (input) => startCall(tool, label, input);
}

function startCall(tool: number, label: string, input: unknown): Promise<unknown> {
  let text: ReturnType<typeof encode>;
  try {
    text = encode(input, "input");
  } catch (thrown) {
    // A getter or a proxy of the input threw while it was read.
    return refuse(thrown);
  }
  if (typeof text === "object") {
    const error = makeError(label + ": " + text.refused, "serialization_error", label);
    markOrigin(error, undefined, true);
    return refuse(error);
  }
  const size = text === undefined ? 0 : text.length;
  const call = ++lastCall;
  const promise = new PromiseCtor<unknown>((resolve, reject) => {
    waiting[call] = { resolve, reject, size, label };
  });
  shield(promise);
  if (nextOut === call && hasRoom(size)) send(call, tool, text, size);
  else queue[call] = { tool, text, size };
  return promise;
}

function refuse(reason: unknown): Promise<unknown> {
  return shield(new PromiseCtor((_resolve, reject) => reject(reason)));
}

/** Whether another call may go out: bounded in number and in what the host must hold of them. */
function hasRoom(size: number): boolean {
  return open === 0 || (open < maxOpen && openChars + size <= MAX_CHARS);
}

function send(call: number, tool: number, text: string | undefined, size: number): void {
  nextOut++;
  open++;
  openChars += size;
  host(Host.Call, call, tool, text);
}

function take(call: number): Deferred | undefined {
  const deferred = waiting[call];
  if (deferred === undefined) return undefined;
  delete waiting[call];
  open--;
  openChars -= deferred.size;
  for (;;) {
    const next = queue[nextOut];
    if (next === undefined || !hasRoom(next.size)) return deferred;
    delete queue[nextOut];
    send(nextOut, next.tool, next.text, next.size);
  }
}

function makeError(message: string, code: string, label: string): Error {
  const error =
    code === "serialization_error" ? new TypeErrorCtor(message) : new ErrorCtor(message);
  define(error, "name", nameOf(code, label), HIDDEN);
  define(error, "code", code, PLAIN);
  // Where the engine was when it made the error says nothing; which tool failed does.
  define(error, "stack", "    at " + label + " (host)\n", HIDDEN);
  return error;
}

/** A host's function fails like any other; that a value could not cross has a name of its own. */
function nameOf(code: string, label: string): string {
  if (label !== HOST_FUNCTION) return "ToolError";
  return code === "serialization_error" ? "SerializationError" : "Error";
}
