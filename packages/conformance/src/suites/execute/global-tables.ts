/** Globals every guest has. */
export const ECMASCRIPT_GLOBALS = [
  ...["globalThis", "undefined", "NaN", "Infinity"],
  ...["Object", "Function", "Array", "String", "Number", "Boolean", "Symbol", "BigInt"],
  ...["Math", "JSON", "Reflect", "Proxy", "Date", "RegExp", "Promise"],
  ...["Map", "Set", "WeakMap", "WeakSet", "WeakRef", "FinalizationRegistry"],
  ...["ArrayBuffer", "DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array"],
  ...["Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array"],
  ...["BigInt64Array", "BigUint64Array"],
  ...["Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError"],
  ...["AggregateError", "isNaN", "isFinite", "parseInt", "parseFloat"],
  ...["encodeURI", "encodeURIComponent", "decodeURI", "decodeURIComponent"],
];

/** Globals of the language that only some engines have, or that may be removed. */
export const NEWER_GLOBALS = [
  ...[
    "eval",
    "escape",
    "unescape",
    "Iterator",
    "AsyncIterator",
    "Float16Array",
    "Intl",
    "Temporal",
  ],
  ...["SuppressedError", "DisposableStack", "AsyncDisposableStack"],
];

/** Globals no guest has. */
export const FOREIGN_GLOBALS = [
  ...["process", "global", "window", "self", "document", "require", "module", "exports", "Deno"],
  ...["Bun", "fetch", "Request", "Response", "Headers", "FormData", "Blob", "File"],
  ...["URL", "URLSearchParams", "WebSocket", "EventSource", "XMLHttpRequest", "navigator"],
  ...["WebAssembly", "SharedArrayBuffer", "Atomics", "InternalError", "performance", "crypto"],
  ...["setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval"],
  ...["atob", "btoa", "TextEncoder", "TextDecoder", "Buffer", "MessageChannel", "MessagePort"],
  ...["BroadcastChannel", "Worker", "Event", "EventTarget", "AbortController", "AbortSignal"],
  ...["std", "os", "bjson", "print", "scriptArgs", "gc", "load", "read", "ivm", "DOMException"],
];
