import { kindOf, pathOfFilename, resolvePath } from "./specifiers.js";

/**
 * Throws a `TypeError` unless `key` may be a key of `modules`: a relative specifier
 * from the root of the graph, such as `./lib/math.js`.
 */
export function assertModuleKey(key: string): void {
  pathOfModuleKey(key);
}

/** The path in the graph that a key of `modules` stands for; throws as `assertModuleKey` does. */
export function pathOfModuleKey(key: string): string {
  const label = `modules[${JSON.stringify(key)}]`;
  assertPrintable(key, label);
  if (kindOf(key) !== "relative") {
    throw new TypeError(`${label} is not a relative specifier; ${moduleKeyRemedy(key)}`);
  }
  const path = resolvePath("./", key);
  if (path === undefined) {
    throw new TypeError(
      `${label} names no file inside the graph; keys start at its root, such as "./lib/math.js"`,
    );
  }
  return path;
}

/**
 * Throws a `TypeError` unless `key` may be a key of `imports`: a bare specifier such as
 * `fs`, `@scope/pkg` or `pkg/sub`.
 */
export function assertImportKey(key: string): void {
  const label = `imports[${JSON.stringify(key)}]`;
  assertPrintable(key, label);
  if (key === "") throw new TypeError(`${label} is empty; name it as guests will import it`);
  switch (kindOf(key)) {
    case "bare":
      return;
    case "relative":
      throw new TypeError(`${label} is a relative specifier; pass its source in modules instead`);
    case "absolute":
      throw new TypeError(`${label} is an absolute path; use a bare name such as "files"`);
    case "url":
      throw new TypeError(
        `${label} has a scheme; use a bare name such as ${JSON.stringify(withoutScheme(key))}`,
      );
  }
}

/** The names a graph is made of, before anything is read. */
export interface GraphNames {
  readonly source: string;
  readonly filename: string;
  readonly modules: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, readonly string[]>>;
}

/**
 * Throws a `TypeError` unless every name in a graph is valid and stands for one thing.
 *
 * The entry may be among the modules too, as it is when a host passes all its files:
 * but then with the same text.
 */
export function assertGraphNames({ source, filename, modules, imports }: GraphNames): void {
  assertPrintable(filename, "filename");
  const entryPath = pathOfFilename(filename);
  const keys = new Map<string, string>();
  for (const [key, text] of Object.entries(modules)) {
    const path = pathOfModuleKey(key);
    const other = keys.get(path);
    if (other !== undefined) {
      throw new TypeError(
        `modules[${JSON.stringify(key)}] and modules[${JSON.stringify(other)}] are the same module; keep one`,
      );
    }
    keys.set(path, key);
    if (path === entryPath && text !== source) {
      throw new TypeError(
        `modules[${JSON.stringify(key)}] has the filename of the entry but another text; rename one`,
      );
    }
  }
  for (const key of Object.keys(imports)) {
    assertImportKey(key);
    if (key === filename) {
      throw new TypeError(
        `imports[${JSON.stringify(key)}] has the name that filename gives the entry; rename one`,
      );
    }
  }
}

function moduleKeyRemedy(key: string): string {
  switch (kindOf(key)) {
    case "absolute":
      return `keys start at the root of the graph; write ${JSON.stringify(`.${key}`)}`;
    case "url":
      return 'nothing is fetched; pass the text under a key such as "./lib/math.js"';
    default:
      return key === ""
        ? 'write one such as "./lib/math.js"'
        : `write ${JSON.stringify(`./${key}`)}, or pass values in imports`;
  }
}

function withoutScheme(key: string): string {
  return key.slice(key.indexOf(":") + 1).replace(/^\/+/, "") || "files";
}

/** Engines hand names on as C strings and print them in stack traces. */
function assertPrintable(name: string, label: string): void {
  if (/[\0-\x1f\x7f\u2028\u2029]|\p{Surrogate}/u.test(name)) {
    throw new TypeError(`${label} holds a control character or half a character; use plain text`);
  }
}
