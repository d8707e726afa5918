/**
 * The two functions between an engine adapter and the guest runtime, as numbers. The adapter
 * gives the runtime one function, `host(op, …)`, and gets one back, `enter(op, …)`. Where
 * answering costs more than being told, it gives a second one that answers, for `CallNow`.
 * Arguments are numbers, strings and `undefined` only, but for what `Enter.Run` and
 * `Enter.Describe` take, which never leaves the sandbox.
 */
export const Enter = {
  /** `(text)`: JSON of `[namespace, [tool, …]][]`; before the image is taken. */
  Define: 0,
  /** `(seedA, seedB, seedC, seedD, maxLogLines, maxLogChars, maxOpenCalls)`: starts a life. */
  Configure: 1,
  /** `(program)`: the evaluated program, an async function. */
  Run: 2,
  /** `(call, text | undefined)`. */
  Resolve: 3,
  /** `(call, code, message)`. */
  Reject: 4,
  /** `(thrown)`: answers with the JSON of a `ThrownText`. */
  Describe: 5,
  /** `()`: how many calls the guest has made that have no answer yet, queued ones included. */
  OpenCalls: 6,
  /** `()`: takes away what only scripts have; before the image of modules is taken. */
  ForModules: 7,
  /** `(text, console, report, …buffers)`: the values a module run is given. */
  Bind: 8,
  /** `(specifier | undefined)`: puts the globals, or the exports of an import, within reach. */
  Reveal: 9,
  /** `()`: takes them out of reach again. */
  Conceal: 10,
  /** `(promise of { entry: its namespace }, export name)`. */
  RunModule: 11,
  /** `(message)`: answers with an error of that message. */
  MakeError: 12,
  /** `(call, text | undefined, …buffers)`: as `Resolve`, for module runs. */
  ResolveValue: 13,
  /** `()`: puts what modules of engines without a loader of their own need within reach. */
  RevealLoader: 14,
  /** `(export name)`: the entry, when it is loaded, is asked for this. */
  AwaitEntry: 15,
  /** `(import, name, message, stack)`: a module could not be loaded. */
  ImportFailed: 16,
} as const;

/** Under this name, which no guest can have, values are within reach between `Reveal` and `Conceal`. */
export const REVEALED = "\u0000execbox";

/** What the runtime tells the adapter. */
export const Host = {
  /** `(call, tool, text | undefined)`. */
  Call: 0,
  /** `(text)`: JSON of the line, so that lone surrogates survive. */
  Log: 1,
  /** `(text | undefined)`: the program's value. */
  Value: 2,
  /** `(text)`: JSON of a `ThrownText`. */
  Thrown: 3,
  /** `(text)`: JSON of a sentence: the program's value cannot cross. */
  Unserializable: 4,
  /**
   * `(call, function, text, …buffers)`: answers at once with an array: a tag, a text, and
   * buffers. Tags are those of `Now`.
   */
  CallNow: 5,
  /** `(level, text, …buffers)`: what a module printed. */
  Print: 6,
  /** `(text, …buffers)`: what a module reported. */
  Report: 7,
  /** `(text, …buffers)`: the value of a module run. */
  ModuleValue: 8,
  /** `()`: the entry has no export of the name that was asked for. */
  NoExport: 9,
  /** `(import, from, specifier)`: a module wants another; only where the adapter loads modules. */
  Import: 10,
  /** `()`: a buffer was asked for that there is no memory for. */
  OutOfMemory: 11,
  /** `(import)`: a module has been evaluated. */
  Loaded: 12,
} as const;

/** A level of `Print` that is not the guest's: a bound has cut console calls. */
export const CUT_LOGS = "cut-logs";
/** A level of `Print` that is not the guest's: a bound has cut reports. */
export const CUT_REPORTS = "cut-reports";

/** What `CallNow` is answered with. */
export const Now = {
  Undefined: 0,
  Value: 1,
  /** The text is `code`, a space, and the message. */
  Failure: 2,
  Pending: 3,
  Stopped: 4,
} as const;

/** What the runtime says of a thrown value. */
export interface ThrownText {
  message: string;
  /** What the error calls itself, where it is one. */
  name?: string;
  /** The call whose failure this error object is. */
  call?: number;
  /** The runtime itself refused a tool's input with this error. */
  unserializable?: true;
  /** The engine's own backtrace, with the runtime's frames still in it. */
  stack?: string;
}

/** The name under which the runtime is evaluated, so that its frames can be told apart. */
export const RUNTIME_FILENAME = "execbox:runtime";

/** The name under which a program is evaluated. */
export const PROGRAM_FILENAME = "execbox:program";
