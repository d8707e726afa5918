import {
  assertKnownKeys,
  assertRecord,
  describe,
  isReservedWord,
  isValidIdentifier,
  resolveLimits,
} from "@execbox/core";
import { assertOptionNames } from "./option-names.js";
import { readImportSpecifier, readModuleKey, refuseUnprintable } from "./specifiers.js";

/** One run's source and options, checked and complete: every field is there in every run. */
export interface ResolvedCodeOptions {
  readonly source: string;
  readonly execute: { readonly fn: string; readonly args: readonly unknown[] };
  /** Host values by specifier, then by export name. Maps, because `__proto__` is a fine name. */
  readonly imports: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  /** Module texts by the keys the caller gave. */
  readonly modules: ReadonlyMap<string, string>;
  readonly globals: ReadonlyMap<string, unknown>;
  readonly language: "javascript" | "typescript";
  /** `undefined` leaves the limit to the runner. */
  readonly memoryLimitBytes: number | undefined;
  readonly filename: string;
  readonly report: ((value: unknown) => void) | undefined;
}

/**
 * Checks everything the host gave to `runCode` before anything runs. Throws a `TypeError` that
 * names the key and the remedy. Each property is read once: a getter cannot give the check one
 * value and the run another.
 */
export function resolveCodeOptions(source: unknown, options: unknown): ResolvedCodeOptions {
  if (typeof source !== "string") {
    throw new TypeError(`source must be a string of code, got ${describe(source)}`);
  }
  const given = readOptions(options);
  const report = resolveReport(given.report);
  return {
    source,
    execute: resolveExecute(given.execute),
    imports: resolveImports(given.imports),
    modules: resolveModules(given.modules),
    globals: resolveGlobals(given.globals, report !== undefined),
    language: resolveLanguage(given.language),
    memoryLimitBytes: resolveMemoryLimit(given.memoryLimitBytes),
    filename: resolveFilename(given.filename),
    report,
  };
}

/** The options as given, with nothing known about their values yet. */
type GivenOptions = { readonly [Key in Exclude<keyof ResolvedCodeOptions, "source">]?: unknown };

function readOptions(options: unknown): GivenOptions {
  if (options === undefined) return {};
  assertRecord("options", options);
  assertOptionNames(options);
  // Spreading would miss accessors of a class instance; naming each key reads it once.
  const given: GivenOptions = options;
  const { execute, imports, modules, globals, language, memoryLimitBytes, filename, report } =
    given;
  return { execute, imports, modules, globals, language, memoryLimitBytes, filename, report };
}

function resolveExecute(execute: unknown): ResolvedCodeOptions["execute"] {
  if (execute === undefined) return { fn: "default", args: [] };
  assertRecord("options.execute", execute);
  assertKnownKeys("options.execute", execute, ["fn", "args"]);
  const { fn = "default", args = [] }: { fn?: unknown; args?: unknown } = execute;
  if (typeof fn !== "string") {
    throw new TypeError(
      `options.execute.fn must be the name of an export, such as "default", got ${describe(fn)}`,
    );
  }
  if (!Array.isArray(args)) {
    throw new TypeError(`options.execute.args must be an array, got ${describe(args)}`);
  }
  return { fn, args: [...args] };
}

function resolveImports(imports: unknown): ResolvedCodeOptions["imports"] {
  const resolved = new Map<string, ReadonlyMap<string, unknown>>();
  for (const [key, exports] of entriesOf("options.imports", imports)) {
    const specifier = readImportSpecifier(key);
    const where = `options.imports[${JSON.stringify(specifier)}]`;
    assertRecord(where, exports);
    const values = new Map(entriesOf(where, exports));
    for (const name of values.keys()) refuseUnprintable(`export name of ${where}`, name);
    resolved.set(specifier, values);
  }
  return resolved;
}

function resolveModules(modules: unknown): ResolvedCodeOptions["modules"] {
  const resolved = new Map<string, string>();
  const keyByTarget = new Map<string, string>();
  for (const [key, text] of entriesOf("options.modules", modules)) {
    const where = `options.modules[${JSON.stringify(key)}]`;
    const target = readModuleKey(key);
    const twin = keyByTarget.get(target);
    if (twin !== undefined) {
      throw new TypeError(`${where} is the same module as ${JSON.stringify(twin)}; remove one`);
    }
    if (typeof text !== "string") {
      throw new TypeError(`${where} must be the module's source text, got ${describe(text)}`);
    }
    keyByTarget.set(target, key);
    resolved.set(key, text);
  }
  return resolved;
}

/** Script-level constants of these names cannot exist beside the global object's own. */
const UNDECLARABLE: ReadonlySet<string> = new Set(["undefined", "NaN", "Infinity"]);

function resolveGlobals(globals: unknown, hasReport: boolean): ResolvedCodeOptions["globals"] {
  const resolved = new Map(entriesOf("options.globals", globals));
  for (const name of resolved.keys()) {
    const where = `options.globals[${JSON.stringify(name.slice(0, 80))}]`;
    if (isReservedWord(name) || UNDECLARABLE.has(name)) {
      throw new TypeError(`${where} is a reserved name; choose another, such as "${name}_"`);
    }
    if (!isValidIdentifier(name)) {
      throw new TypeError(`${where} is not a JavaScript identifier; guest code could not name it`);
    }
  }
  if (hasReport && resolved.has("report")) {
    throw new TypeError(
      'options.globals["report"] clashes with the built-in report that options.report installs; ' +
        "rename the global or leave options.report out",
    );
  }
  return resolved;
}

function resolveLanguage(language: unknown): ResolvedCodeOptions["language"] {
  if (language === undefined) return "typescript";
  if (language === "javascript" || language === "typescript") return language;
  throw new TypeError(
    `options.language must be "javascript" or "typescript", got ${describe(language)}`,
  );
}

function resolveMemoryLimit(bytes: unknown): number | undefined {
  if (bytes === undefined) return undefined;
  if (typeof bytes !== "number") {
    throw new TypeError(`options.memoryLimitBytes must be a number, got ${describe(bytes)}`);
  }
  return resolveLimits({ memoryLimitBytes: bytes }).memoryLimitBytes;
}

const MAX_FILENAME_CHARS = 1_024;

function resolveFilename(filename: unknown): string {
  if (filename === undefined) return "<runCode>";
  if (typeof filename !== "string" || filename === "" || filename.length > MAX_FILENAME_CHARS) {
    throw new TypeError(
      `options.filename must be a string of 1 to ${MAX_FILENAME_CHARS} characters, ` +
        `got ${typeof filename === "string" ? `${filename.length} characters` : describe(filename)}`,
    );
  }
  refuseUnprintable("options.filename", filename);
  return filename;
}

function resolveReport(report: unknown): ((value: unknown) => void) | undefined {
  if (report === undefined) return undefined;
  if (!isSink(report)) {
    throw new TypeError(`options.report must be a function, got ${describe(report)}`);
  }
  return report;
}

function isSink(value: unknown): value is (value: unknown) => void {
  return typeof value === "function";
}

/** The members of a record, each read once. A `Map` has none and would pass for an empty one. */
function entriesOf(where: string, value: unknown = {}): [string, unknown][] {
  assertRecord(where, value);
  if (value instanceof Map || value instanceof Set) {
    throw new TypeError(`${where} must be a plain object; use Object.fromEntries`);
  }
  return Object.entries(value);
}
