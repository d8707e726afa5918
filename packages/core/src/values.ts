/** How deep a value that crosses may be nested; one rule for both sides of the line. */
export const MAX_VALUE_DEPTH = 500;

/**
 * Whether a value is JSON as it stands: null, strings, booleans, finite numbers, arrays and
 * plain objects of these, without cycles. A property that is `undefined` counts as absent.
 */
export function isJsonSerializable(value: unknown): boolean {
  return value !== undefined && isJson(value, 0);
}

/**
 * Says in one sentence why a value cannot cross, with the path of the part that is in the
 * way, or returns `undefined` when nothing is.
 */
export function describeUnserializable(value: unknown, root: string): string | undefined {
  if (isJson(value, 0)) return undefined;
  return findFault(value, root, new Set()) ?? `${root} changes while it is read`;
}

// Cycles need no bookkeeping here: they end at the depth limit on their first lap.
function isJson(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      break;
    default:
      return false;
  }
  if (value === null) return true;
  if (depth >= MAX_VALUE_DEPTH) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      if (!isJson(value[index], depth + 1)) return false;
    }
    return true;
  }
  if (!isPlainObject(value)) return false;
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (item !== undefined && !isJson(item, depth + 1)) return false;
  }
  return true;
}

function findFault(value: unknown, path: string, ancestors: Set<object>): string | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : `${path} is ${value}, which JSON cannot hold`;
  }
  if (typeof value === "bigint") return `${path} is a bigint; send it as a string or a number`;
  if (value === undefined) return `${path} is undefined; use null`;
  if (typeof value !== "object") return `${path} is a ${typeof value}, which cannot cross`;
  if (ancestors.has(value)) return `${path} refers back to a value that contains it`;
  if (ancestors.size >= MAX_VALUE_DEPTH) {
    return `${root(path)} is nested deeper than ${MAX_VALUE_DEPTH} levels`;
  }
  if (!Array.isArray(value) && !isPlainObject(value)) {
    return `${path} is ${describeClass(value)}; send a plain object`;
  }
  ancestors.add(value);
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined && !Array.isArray(value)) continue;
    const fault = findFault(item, joinPath(path, key, Array.isArray(value)), ancestors);
    if (fault !== undefined) return fault;
  }
  // Object.entries skips the holes of sparse arrays.
  if (Array.isArray(value) && Object.keys(value).length < value.length) {
    return `${path} has empty slots; use null`;
  }
  ancestors.delete(value);
  return undefined;
}

function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  // An object of another realm (a `vm` context, a test runner) has another Object.prototype.
  return (
    Object.getPrototypeOf(prototype) === null &&
    Object.prototype.toString.call(value) === "[object Object]" &&
    Object.hasOwn(prototype as object, "hasOwnProperty")
  );
}

function describeClass(value: object): string {
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  return typeof name === "string" && name !== "" ? `an instance of ${name}` : "not a plain object";
}

function joinPath(path: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

function root(path: string): string {
  return /^[\w$ ]*/.exec(path)?.[0] || "the value";
}
