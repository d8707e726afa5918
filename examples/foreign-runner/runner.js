// A runner of the Execbox runner specification on SpiderMonkey's shell: `js102 runner.js`. It
// shares no code and no engine with Execbox. One execution a process, one message a line. A worker
// thread reads stdin, so that a cancel is heard while the guest computes; the main thread runs the
// guest in a global of its own and is interrupted fifty times a second to see whether it must stop.
// What this shell cannot do is bound the memory of a guest: `--without memory`.

// Shared by both threads: control words, then the host's lines as UTF-16 code units.
const WRITTEN = 0; // how many code units the reader has written
const STOP = 1; // 1: cancelled, 2: the host is gone
const memory = new SharedArrayBuffer(8 + (1 << 26));
const control = new Int32Array(memory, 0, 2);
const input = new Uint16Array(memory, 8);
let taken = 0;
setSharedObject(memory);
ignoreUnhandledRejections();
evalInWorker(`const WRITTEN = ${WRITTEN}, STOP = ${STOP}; (${readInput})()`);
main();

/** The reader's thread. It decides nothing but whether to stop, and refuses a second execute. */
function readInput() {
  const control = new Int32Array(getSharedObject(), 0, 2);
  const input = new Uint16Array(getSharedObject(), 8);
  let written = 0;
  let active;
  for (let bytes = readline(); bytes !== null; bytes = readline()) {
    // The shell hands bytes over as Latin-1.
    const line = decodeURIComponent(escape(bytes));
    const message = JSON.parse(line);
    if (message.type === "cancel") {
      if (message.id === active) set(STOP, 1);
    } else if (message.type === "execute" && active !== undefined) {
      const error = { code: "internal_error", message: `busy with ${active}` };
      const done = { type: "done", id: message.id, ok: false, durationMs: 0, logs: [], error };
      putstr(`${JSON.stringify(done)}\n`);
    } else {
      active ??= message.id;
      if (written + line.length >= input.length) break;
      for (let i = 0; i < line.length; i++) input[written++] = line.charCodeAt(i);
      input[written++] = 10;
      set(WRITTEN, written);
    }
  }
  set(STOP, 2);

  function set(word, value) {
    Atomics.store(control, word, value);
    Atomics.notify(control, WRITTEN);
  }
}

function main() {
  const execute = take(Infinity);
  if (execute === undefined) quit(0);
  const startedAt = dateNow();
  const { id, options, providers } = execute;
  const deadline = startedAt + options.timeoutMs;
  const failures = [];
  const logs = [];
  let room = options.maxLogChars;
  let calls = 0;
  let over = false;

  say({ type: "started", id });
  watch();
  const names = providers.map(({ name, tools }) => [name, Object.keys(tools)]);
  const evaluate = openGuest();
  const realm = evaluate(`"use strict"; (${guestRuntime})`)(JSON.stringify(names), fromGuest);
  let program;
  try {
    program = evaluate(asFunction(execute.code), { fileName: "guest" });
  } catch (error) {
    fail("runtime_error", String(error));
  }
  realm.run(program);
  for (;;) {
    drainJobQueue();
    const message = take(deadline - dateNow());
    mustStop();
    if (message === undefined) continue;
    const { callId, ok, result, error } = message;
    if (!ok) failures[callId] = error;
    realm.settle(callId, ok, ok ? JSON.stringify(result) : error.message, error?.code);
  }

  /** All that a guest's runtime can say. Only primitives come in, and nothing is thrown back. */
  function fromGuest(what, a, b, c) {
    if (what === "call") return call(a, b, c);
    if (what === "log") keep(a);
    if (what === "value")
      finish({ ok: true, ...(a === undefined ? {} : { result: JSON.parse(a) }) });
    if (what === "unserializable") fail("serialization_error", a);
    if (what === "thrown" && a !== undefined) fail(failures[a].code, failures[a].message);
    if (what === "thrown") fail("runtime_error", b);
  }

  function call(providerName, safeToolName, text) {
    const callId = `js-${++calls}`;
    const input = text === undefined ? {} : { input: JSON.parse(text) };
    say({ type: "tool_call", callId, providerName, safeToolName, ...input });
    return callId;
  }

  function keep(line) {
    if (logs.length >= options.maxLogLines || room <= 0) return;
    logs.push(line.slice(0, room));
    room -= line.length;
  }

  function watch() {
    mustStop();
    timeout(0.02, watch);
    return true;
  }

  function mustStop() {
    const why = Atomics.load(control, STOP);
    if (why === 2) quit(0);
    if (why === 1) fail("timeout", "Execution cancelled");
    if (dateNow() >= deadline) fail("timeout", "Execution timed out");
  }

  function fail(code, message) {
    finish({ ok: false, error: { code, message } });
  }

  /** The last word, once, though an interrupt comes while it is said; the guest runs no more. */
  function finish(outcome) {
    if (over) quit(0);
    over = true;
    say({ type: "done", id, durationMs: dateNow() - startedAt, logs, ...outcome });
    quit(0);
  }
}

/** The next message, waited for up to `ms`; `undefined` when none came or the run must stop. */
function take(ms) {
  if (Atomics.load(control, WRITTEN) === taken && Atomics.load(control, STOP) === 0) {
    Atomics.wait(control, WRITTEN, taken, Math.max(ms, 0));
  }
  if (Atomics.load(control, WRITTEN) === taken) return undefined;
  let line = "";
  for (; input[taken] !== 10; taken++) line += String.fromCharCode(input[taken]);
  taken++;
  return JSON.parse(line);
}

function say(message) {
  putstr(`${JSON.stringify(message)}\n`);
}

/** The author's text as an async function that returns its last expression. */
function asFunction(code) {
  const head = "(async () => {\n";
  const tree = Reflect.parse(`${head}${code}\n})`);
  const [program] = tree.body;
  // Text that ends the function and goes on behind it gives more than one statement.
  if (tree.body.length !== 1 || program.expression.type !== "ArrowFunctionExpression") {
    throw new SyntaxError("unbalanced braces");
  }
  const last = program.expression.body.body.at(-1);
  if (last?.type !== "ExpressionStatement") return `${head}${code}\n})`;
  const lines = code.split("\n");
  const offset = ({ line, column }) =>
    lines.slice(0, line - 2).reduce((sum, text) => sum + text.length + 1, column);
  const end = offset(last.loc.end);
  // The parser's start leaves out the parentheses an expression begins with.
  const start = code.slice(0, offset(last.loc.start)).replace(/[\s(]*$/, "").length;
  const value = code.slice(start, end).replace(/;$/, "");
  return `${head}${code.slice(0, start)}\nreturn (${value});${code.slice(end)}\n})`;
}

/** A global with ECMAScript in it and nothing of the shell; gives its `evaluate`. */
function openGuest() {
  const guest = newGlobal({ newCompartment: true });
  const { evaluate } = guest;
  const standard =
    /^(?!Debugger|Fake|Internal|Readable|WebAs|SharedA|Atomics|Intl)[A-Z]|^(undefined|globalThis|is(NaN|Finite)|parse(Float|Int)|(de|en)codeURI(Component)?|eval)$/;
  for (const name of Object.getOwnPropertyNames(guest)) {
    if (!standard.test(name)) delete guest[name];
  }
  return evaluate;
}

/**
 * Runs inside the guest's global, before the guest. It keeps what it needs of the builtins, for
 * the guest may replace them all, and talks to the shell in primitives only.
 */
function guestRuntime(names, tell) {
  const { apply, ownKeys, getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Reflect;
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const finite = Number.isFinite;
  const { Promise: NewPromise, Error: NewError, String: toText } = globalThis;
  const plain = Object.prototype;
  const { then } = Promise.prototype;
  const trusted = new WeakMap();
  const { get, set, has } = WeakMap.prototype;
  const pending = { __proto__: null };
  const UNSAFE = { __proto__: null };

  for (const [provider, tools] of parse(names)) {
    const namespace = {};
    for (const tool of tools) define(namespace, tool, (input) => callTool(provider, tool, input));
    define(globalThis, provider, namespace);
  }
  const log = (...values) => {
    let line = "";
    for (let i = 0; i < values.length; i++) line += (i > 0 ? " " : "") + format(values[i]);
    tell("log", line);
  };
  define(globalThis, "console", { log, info: log, warn: log, error: log });
  return { run: (program) => apply(then, program(), [end, thrown]), settle };

  function settle(callId, ok, text, code) {
    const call = pending[callId];
    if (call === undefined) return;
    delete pending[callId];
    if (ok) return call.resolve(text === undefined ? undefined : parse(text));
    const error = new NewError(text);
    define(error, "code", code);
    apply(set, trusted, [error, callId]);
    call.reject(error);
  }

  function callTool(provider, tool, input) {
    return new NewPromise((resolve, reject) => {
      let text;
      try {
        if (input !== undefined) text = write(input);
      } catch {
        return reject(new NewError("the input of a tool must be JSON"));
      }
      pending[tell("call", provider, tool, text)] = { __proto__: null, resolve, reject };
    });
  }

  function end(value) {
    try {
      tell("value", value === undefined ? undefined : write(value));
    } catch {
      tell("unserializable", "the result must be JSON");
    }
  }

  function thrown(error) {
    if (apply(has, trusted, [error])) return tell("thrown", apply(get, trusted, [error]));
    let message = "something that cannot be shown";
    try {
      message = toText(error?.message ?? error);
    } catch {}
    return tell("thrown", undefined, message);
  }

  /** JSON of a value that is JSON; throws for any other. `inside` lists what it stands in. */
  function write(value, inside) {
    const kind = typeof value;
    if (value === null || kind === "boolean" || kind === "string" || finite(value)) {
      return stringify(value);
    }
    if (kind !== "object") throw UNSAFE;
    for (let each = inside; each !== undefined; each = each.inside)
      if (each.value === value) throw UNSAFE;
    const here = { __proto__: null, value, inside };
    let text = "";
    if (isArray(value)) {
      for (let i = 0; i < value.length; i++) text += `${i > 0 ? "," : ""}${write(value[i], here)}`;
      return `[${text}]`;
    }
    const prototype = getPrototypeOf(value);
    if (prototype !== plain && prototype !== null) throw UNSAFE;
    const keys = ownKeys(value);
    for (let i = 0; i < keys.length; i++) {
      if (typeof keys[i] !== "string") throw UNSAFE;
      if (!getOwnPropertyDescriptor(value, keys[i]).enumerable || value[keys[i]] === undefined)
        continue;
      text += `${text === "" ? "" : ","}${stringify(keys[i])}:${write(value[keys[i]], here)}`;
    }
    return `{${text}}`;
  }

  function format(value) {
    if (typeof value === "string") return value;
    try {
      return stringify(value) ?? toText(value);
    } catch {
      try {
        return toText(value);
      } catch {
        return "[unprintable]";
      }
    }
  }

  function define(target, key, value) {
    const shape = { __proto__: null, writable: true, enumerable: true, configurable: true };
    defineProperty(target, key, { __proto__: null, ...shape, value });
  }
}
