/**
 * Whether `name` can be declared as a variable in strict-mode code.
 *
 * The two invisible joiners that ECMAScript allows inside identifiers are refused: nobody can
 * see them, so two names that look the same would be two tools.
 */
export function isValidIdentifier(name: string): boolean {
  return IDENTIFIER.test(name) && !RESERVED_WORDS.has(name);
}

/** Throws a `TypeError` that suggests a usable name unless `name` is a valid identifier. */
export function assertValidIdentifier(name: unknown, what = "name"): asserts name is string {
  if (typeof name !== "string") {
    throw new TypeError(`${what} must be a string, got ${name === null ? "null" : typeof name}`);
  }
  if (isValidIdentifier(name)) return;
  const why = RESERVED_WORDS.has(name) ? "is a reserved word" : "is not a JavaScript identifier";
  throw refusal(name, what, why);
}

/** Throws a `TypeError` unless `name` can be the global under which a provider's tools appear. */
export function assertNamespaceName(name: unknown, what = "name"): asserts name is string {
  assertValidIdentifier(name, what);
  if (!TAKEN_GLOBALS.has(name)) return;
  throw refusal(name, what, "would hide a global that guest code relies on");
}

/** Whether strict-mode code, inside an async function, cannot declare a variable of this name. */
export function isReservedWord(word: string): boolean {
  return RESERVED_WORDS.has(word);
}

/**
 * A name for a namespace: valid names stay as they are, others become similar ASCII ones.
 *
 * @example sanitizeIdentifier("my-server 2") // "my_server_2"
 */
export function sanitizeIdentifier(name: string): string {
  const identifier = toIdentifier(name);
  return TAKEN_GLOBALS.has(identifier) ? `${identifier}_` : identifier;
}

/**
 * A name under which guest code can call a tool: `ns.name(...)`. Valid names stay as they are,
 * others become similar ASCII ones; names that mean something on every object get a `_`.
 *
 * @example sanitizeToolName("repos/list-issues") // "repos_list_issues"
 * @example sanitizeToolName("delete") // "delete_"
 */
export function sanitizeToolName(name: string): string {
  const identifier = toIdentifier(name);
  return SPECIAL_MEMBERS.has(identifier) ? `${identifier}_` : identifier;
}

const IDENTIFIER = /^(?!.*[\u200c\u200d])[$_\p{ID_Start}][$\p{ID_Continue}]*$/u;
const SEPARATOR = /[\p{ASCII}\p{Z}\p{P}\p{C}]/u;

function toIdentifier(name: string): string {
  // The same word typed on two keyboards must be one name; models write composed characters.
  const composed = name.normalize("NFC");
  const identifier = IDENTIFIER.test(composed) ? composed : toAscii(name);
  return RESERVED_WORDS.has(identifier) ? `${identifier}_` : identifier;
}

function toAscii(name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^$\w]/gu, (character) =>
      // What separates words becomes one "_"; letters of other scripts keep their identity.
      SEPARATOR.test(character) ? " " : `u${(character.codePointAt(0) ?? 0).toString(16)}`,
    )
    .replace(/ +/g, "_");
  if (ascii === "") return "_";
  return /^\d/.test(ascii) ? `_${ascii}` : ascii;
}

function refusal(name: string, what: string, why: string): TypeError {
  const shown = JSON.stringify(name.slice(0, 60));
  const remedy = JSON.stringify(sanitizeIdentifier(name.slice(0, 60)));
  return new TypeError(`${what} ${shown} ${why}; ${remedy} would do`);
}

const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    "break case catch class const continue debugger default delete do else enum export extends " +
    "false finally for function if import in instanceof new null return super switch this throw " +
    "true try typeof var void while with " +
    // Reserved in strict mode, in modules or in async functions; guest code is all of these.
    "await yield let static implements interface package private protected public " +
    // Strict mode lets nobody declare these two.
    "eval arguments"
  ).split(" "),
);

const OBJECT_MEMBERS: readonly string[] = (
  "__proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ constructor " +
  "hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf"
).split(" ");

/**
 * Tool names that would change what the namespace object itself is: a `then` makes
 * `await namespace` call the tool, a `toJSON` does the same for `JSON.stringify`.
 */
const SPECIAL_MEMBERS: ReadonlySet<string> = new Set([
  ...OBJECT_MEMBERS,
  ...["prototype", "then", "toJSON"],
  // TypeScript refuses to declare functions of these names.
  ...["undefined", "globalThis"],
]);

/**
 * Names no provider may have: what ECMAScript and the sandbox put on `globalThis`. Hiding one
 * would break guest code that never asked for the provider, and TypeScript could not declare it.
 */
const TAKEN_GLOBALS: ReadonlySet<string> = new Set([
  ...OBJECT_MEMBERS,
  ...(
    "undefined NaN Infinity globalThis console structuredClone queueMicrotask " +
    "AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array " +
    "BigUint64Array Boolean DataView Date DisposableStack Error EvalError FinalizationRegistry " +
    "Float16Array Float32Array Float64Array Function Int16Array Int32Array Int8Array Intl " +
    "Iterator JSON Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp " +
    "Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError URIError " +
    "Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly " +
    "decodeURI decodeURIComponent encodeURI encodeURIComponent escape isFinite isNaN parseFloat " +
    "parseInt unescape"
  ).split(" "),
]);
