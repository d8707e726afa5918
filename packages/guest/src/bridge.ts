/**
 * The two functions between an engine adapter and the guest runtime, as numbers. The adapter
 * gives the runtime one function, `host(op, …)`, and gets one back, `enter(op, …)`.
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
} as const;

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
} as const;

/** What the runtime says of a thrown value. */
export interface ThrownText {
  message: string;
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
