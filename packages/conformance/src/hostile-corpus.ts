import { readdirSync, readFileSync } from "node:fs";
import type { FactName } from "./verify.js";

/** How a hostile program may end: with the value it says, or with one of these words. */
export type HostileOutcome =
  | "contained"
  | "runtime_error"
  | "serialization_error"
  | "tool_error"
  | "timeout"
  | "memory_limit"
  | "link_error";

/** The front doors a program is meant for. */
export type HostileDoor = "execute" | "runCode";

/** One program of the hostile corpus, as its file states it. */
export interface HostileProgram {
  readonly family: HostileFamily;
  /** The file's name. */
  readonly name: string;
  /** The published technique it is written from. */
  readonly technique: string;
  /** What it attempts. */
  readonly attempts: string;
  readonly allowed: readonly HostileOutcome[];
  readonly doors: readonly HostileDoor[];
  /** What must be true of a subject for the program to make sense. */
  readonly needs: readonly FactName[];
  readonly timeoutMs: number | undefined;
  readonly memoryLimitBytes: number | undefined;
  /** The value that `contained` stands for; `"contained"` unless the file says otherwise. */
  readonly result: unknown;
  /** The lines the run must have left, where that is the point. */
  readonly logs: readonly string[] | undefined;
  /** Two runs must give different values. */
  readonly differs: boolean;
  readonly language: "javascript" | "typescript";
  /** The text for one of the doors. */
  textFor(door: HostileDoor): string;
}

/** The families of the corpus; each is a folder and a requirement `hostile.<family>`. */
export const HOSTILE_FAMILIES = [
  "constructors",
  "errors",
  "thenables",
  "proxies",
  "patched",
  "forged",
  "modules",
  "wrapper",
  "unicode",
  "cpu",
  "memory",
  "floods",
  "recursion",
  "settlement",
] as const;

/** The name of a family. */
export type HostileFamily = (typeof HOSTILE_FAMILIES)[number];

// The folder lies beside `dist`, seen alike from `dist/src` and from `dist/bundle`.
const CORPUS = new URL("../../hostile/", import.meta.url);

/**
 * Reads the hostile corpus: every file of every family, in order.
 *
 * @example
 * const [first] = readHostileCorpus();
 * first?.technique; // what it is written from
 */
export function readHostileCorpus(): HostileProgram[] {
  return HOSTILE_FAMILIES.flatMap((family) => {
    const folder = new URL(`${family}/`, CORPUS);
    return readdirSync(folder)
      .sort()
      .map((name) =>
        parseHostileProgram(family, name, readFileSync(new URL(name, folder), "utf8")),
      );
  });
}

/**
 * Reads one file. It begins with comment lines `// key: value`, then an empty line, then the
 * program: an async arrow for both doors, a snippet for `execute` alone, a module for `runCode`
 * alone. `@NUL@` stands for that character, and `@PROGRAM@` for what `repeat` makes.
 */
export function parseHostileProgram(
  family: HostileFamily,
  name: string,
  file: string,
): HostileProgram {
  const end = file.indexOf("\n\n");
  const header = parseHeader(`${family}/${name}`, file.slice(0, end));
  const { technique, attempts, allowed, doors, needs, limits, logs, result, values, repeat } =
    header;
  const body = expand(file.slice(end + 2), repeat);
  const limit = (key: string): number | undefined => {
    const match = new RegExp(`\\b${key} (\\d+)`).exec(limits ?? "");
    return match === null ? undefined : Number(match[1]);
  };
  return {
    family,
    name,
    technique: required(technique),
    attempts: required(attempts),
    allowed: required(allowed).split(", ") as HostileOutcome[],
    doors: doors === "both" ? ["execute", "runCode"] : [doors as HostileDoor],
    needs: (needs?.split(", ") ?? []) as FactName[],
    timeoutMs: limit("timeoutMs"),
    memoryLimitBytes: limit("memoryLimitBytes"),
    result: result === undefined ? "contained" : JSON.parse(result),
    logs: logs === undefined ? undefined : JSON.parse(logs),
    differs: values === "differ",
    language: name.endsWith(".ts") ? "typescript" : "javascript",
    textFor: (door) => (door === "runCode" && doors === "both" ? `export default ${body}` : body),
  };

  function required(value: string | undefined): string {
    if (value === undefined) throw new Error(`hostile/${family}/${name} lacks a header line`);
    return value;
  }
}

const KEYS = [
  "technique",
  "attempts",
  "allowed",
  "doors",
  "needs",
  "limits",
  "logs",
  "result",
  "values",
  "repeat",
] as const;

type Header = Partial<Record<(typeof KEYS)[number], string>>;

function parseHeader(where: string, text: string): Header {
  const header: Header = {};
  for (const line of text.split("\n")) {
    const match = /^\/\/ ([a-z]+): (.+)$/.exec(line);
    const key = KEYS.find((each) => each === match?.[1]);
    if (key === undefined) throw new Error(`hostile/${where} has the header line ${line}`);
    header[key] = match?.[2] ?? "";
  }
  return header;
}

/** `repeat: open count middle close` is text nested so deep that no file should hold it. */
function expand(body: string, repeat: string | undefined): string {
  const text = body.replaceAll("@NUL@", "\u0000");
  if (repeat === undefined) return text;
  const [open = "", count = "0", middle = "", close = ""] = repeat.split(" ");
  const nested = open.repeat(Number(count)) + middle + close.repeat(Number(count));
  return text.replace("@PROGRAM@", () => nested);
}
