import { describe } from "@execbox/core";
import { isPlainObject } from "../block/check.js";
import { RunnerBlockError } from "../block/runner-block-error.js";

/** A manifest in today's layout, and what its author should be told. */
export interface MigratedManifest {
  manifest: Record<string, unknown>;
  warnings: string[];
}

/**
 * Rewrites a manifest's legacy `runtime` block to today's layout, by the table of the
 * specification. What the manifest already says in today's layout stays. A manifest without
 * `runtime` comes back as it is.
 */
export function migrateRuntime(manifest: unknown): MigratedManifest {
  if (!isPlainObject(manifest)) {
    throw new RunnerBlockError("manifest", `must be an object, got ${describe(manifest)}`);
  }
  if (manifest["runtime"] === undefined) return { manifest, warnings: [] };
  const { runtime, ...rest } = manifest;
  const legacy = assertObject(runtime, "runtime");
  const migration: Migration = { manifest: rest, warnings: [RETIRED] };
  for (const [key, value] of Object.entries(legacy)) {
    const move = Object.hasOwn(MOVES, key) ? MOVES[key] : undefined;
    if (move === undefined) throw unknownKey(`runtime.${key}`, MOVES);
    if (value !== undefined) move(migration, value);
  }
  return migration;
}

const RETIRED =
  "the runtime block is retired; write runner, secrets, inputsFiles, outputsFiles and network instead";

type Migration = MigratedManifest;

/** Where each key of the legacy block goes. */
const MOVES: Readonly<Record<string, (migration: Migration, value: unknown) => void>> = {
  mode: (migration, value) => put(migration, "runtime.mode", ["runner", "engine"], engineOf(value)),
  env: moveEnv,
  fs: (migration, value) => {
    const fs = assertKeys(value, "runtime.fs", ["read", "write"]);
    moveFiles(migration, "runtime.fs.read", "inputsFiles", fs["read"]);
    moveFiles(migration, "runtime.fs.write", "outputsFiles", fs["write"]);
  },
  network: (migration, value) => {
    const { egress } = assertKeys(value, "runtime.network", ["egress"]);
    put(migration, "runtime.network.egress", ["network", "egress"], egress);
  },
  cpu_ms_max: moveLimit("cpu_ms_max", "cpu_ms"),
  memory_mb_max: moveLimit("memory_mb_max", "memory_mb"),
  timeout_ms: moveLimit("timeout_ms", "timeout_ms"),
};

/** The legacy `sandbox` was a process of the host's machine; today's is a real container. */
const ENGINES: Readonly<Record<string, string>> = {
  sandbox: "subprocess",
  subprocess: "subprocess",
  "in-process": "in-process",
};

function engineOf(mode: unknown): string {
  const engine =
    typeof mode === "string" && Object.hasOwn(ENGINES, mode) ? ENGINES[mode] : undefined;
  if (engine !== undefined) return engine;
  throw new RunnerBlockError(
    "runtime.mode",
    `must be one of ${Object.keys(ENGINES).join(", ")}, got ${describe(mode)}`,
  );
}

function moveEnv(migration: Migration, value: unknown): void {
  if (!Array.isArray(value)) throw wrong("runtime.env", "a list of names", value);
  for (const [index, name] of value.entries()) {
    const path = `runtime.env[${index}]`;
    if (typeof name !== "string" || name === "") throw wrong(path, "a name", name);
    put(migration, path, ["secrets", name], { vault: name.toLowerCase().replace(/_/g, "-") });
  }
}

/** A mapping moves key by key; a list has no keys, so that each path is its own. */
function moveFiles(migration: Migration, from: string, to: string, value: unknown): void {
  if (value === undefined) return;
  const files: [key: string, file: unknown][] = Array.isArray(value)
    ? value.map((path, index) => [assertPath(path, `${from}[${index}]`), { path }])
    : Object.entries(assertObject(value, from));
  for (const [key, file] of files) put(migration, `${from}.${key}`, [to, key], file);
}

function moveLimit(from: string, to: string) {
  return (migration: Migration, value: unknown) =>
    put(migration, `runtime.${from}`, ["runner", "limits", to], value);
}

/** Sets a field unless the manifest has it, making the objects on the way. */
function put(migration: Migration, from: string, to: readonly string[], value: unknown): void {
  if (value === undefined) return;
  const last = to.at(-1) ?? "";
  let at = migration.manifest;
  for (const key of to.slice(0, -1)) {
    // Copies on the way down: the caller's manifest is not ours to change.
    const next = { ...assertObject(at[key] ?? {}, key) };
    define(at, key, next);
    at = next;
  }
  if (Object.hasOwn(at, last)) {
    migration.warnings.push(`${from} is ignored: ${to.join(".")} is there already`);
    return;
  }
  define(at, last, value);
  migration.warnings.push(`${from} was read as ${to.join(".")}`);
}

/** A key may be called `__proto__`; plain assignment would change what the object is. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function assertKeys(
  value: unknown,
  path: string,
  known: readonly string[],
): Record<string, unknown> {
  const object = assertObject(value, path);
  const other = Object.keys(object).find((key) => !known.includes(key));
  if (other === undefined) return object;
  throw new RunnerBlockError(
    `${path}.${other}`,
    `is not a field of the legacy block; its fields are ${known.join(", ")}`,
  );
}

function unknownKey(path: string, known: object): RunnerBlockError {
  return new RunnerBlockError(
    path,
    `is not a field of the legacy block; its fields are ${Object.keys(known).join(", ")}`,
  );
}

function assertObject(value: unknown, path: string): Record<string, unknown> {
  if (isPlainObject(value)) return value;
  throw wrong(path, "an object", value);
}

function assertPath(value: unknown, path: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw wrong(path, "a path", value);
}

function wrong(path: string, what: string, value: unknown): RunnerBlockError {
  return new RunnerBlockError(path, `must be ${what}, got ${describe(value)}`);
}
