import { closestName } from "@execbox/core";
import { type Command, UsageError } from "./command.js";
import { readBytes, readDuration, readNumber } from "./quantities.js";

/** What a flag takes: nothing, text, a whole number, `5s`, `64mb`, or text as often as wanted. */
export type FlagType = "boolean" | "string" | "number" | "duration" | "bytes" | "list";

/** One row of a command's table of flags. */
export interface Flag {
  type: FlagType;
  /** What stands for the value in the help: `FILE`. */
  value?: string;
  about: string;
  /** One letter: `e` for `-e`. */
  short?: string;
  choices?: readonly string[];
  /** As a user would write it: `"5s"`. A boolean that defaults to true is turned off by `--no-NAME`. */
  default?: string | number | boolean;
}

/** A command's flags by name, without the dashes. */
export type FlagTable = Readonly<Record<string, Flag>>;

/** What the flags of a table hold once read: durations in milliseconds, sizes in bytes. */
export type FlagValues<F extends FlagTable> = { readonly [K in keyof F]: ValueOf<F[K]> };

type ValueOf<F extends Flag> = F["type"] extends "boolean"
  ? boolean
  : F["type"] extends "list"
    ? readonly string[]
    : Scalar<F> | (F extends { default: string | number } ? never : undefined);

type Scalar<F extends Flag> = F extends { choices: readonly (infer C)[] }
  ? C
  : F["type"] extends "string"
    ? string
    : number;

/** A command line taken apart, everything on it accounted for. */
export interface ParsedLine {
  flags: Record<string, unknown>;
  positionals: string[];
  rest: string[];
  help: boolean;
}

/** Takes a command's arguments apart; throws a `UsageError` for anything the tables do not name. */
export function parseLine(command: Command, args: readonly string[]): ParsedLine {
  const line: ParsedLine = { flags: {}, positionals: [], rest: [], help: false };
  const end = args.indexOf("--");
  const before = end < 0 ? args : args.slice(0, end);
  const after = end < 0 ? [] : args.slice(end + 1);
  for (let index = 0; index < before.length; index++) {
    const arg = before[index]!;
    if (arg === "--help" || arg === "-h") line.help = true;
    else if (arg.startsWith("-") && arg !== "-")
      index += readFlag(command, arg, before[index + 1], line);
    else line.positionals.push(arg);
  }
  if (command.rest === undefined) line.positionals.push(...after);
  else line.rest = after;
  if (!line.help) checkPositionals(command, line.positionals);
  fillDefaults(command.flags, line.flags);
  return line;
}

/** Reads one flag; returns how many further arguments it took. */
function readFlag(
  command: Command,
  arg: string,
  next: string | undefined,
  line: ParsedLine,
): 0 | 1 {
  const equals = arg.indexOf("=");
  const written = equals < 0 ? arg : arg.slice(0, equals);
  const inline = equals < 0 ? undefined : arg.slice(equals + 1);
  const { name, on } = findFlag(command.flags, written);
  const flag = command.flags[name]!;
  if (flag.type === "boolean") {
    if (inline !== undefined) throw new UsageError(`${written} takes no value, got "${inline}"`);
    setOnce(line.flags, name, on, written);
    return 0;
  }
  const text = inline ?? next;
  // "-" is stdin; anything else with a dash is more likely the next flag than a value.
  if (text === undefined || (inline === undefined && text.startsWith("-") && text !== "-")) {
    const hint = text === undefined ? "" : `; write ${written}=${text} if that is the value`;
    throw new UsageError(`${written} needs a value: ${written} ${flag.value ?? "VALUE"}${hint}`);
  }
  const value = readValue(flag, written, text);
  if (flag.type === "list") line.flags[name] = [...((line.flags[name] as unknown[]) ?? []), value];
  else setOnce(line.flags, name, value, written);
  return inline === undefined ? 1 : 0;
}

function findFlag(flags: FlagTable, written: string): { name: string; on: boolean } {
  if (!written.startsWith("--")) {
    const found = Object.entries(flags).find(([, flag]) => `-${flag.short}` === written);
    if (found !== undefined) return { name: found[0], on: true };
  } else {
    const name = written.slice(2);
    if (Object.hasOwn(flags, name)) return { name, on: true };
    const negated = /^no-(.+)$/.exec(name)?.[1];
    if (
      negated !== undefined &&
      Object.hasOwn(flags, negated) &&
      flags[negated]!.default === true
    ) {
      return { name: negated, on: false };
    }
  }
  const names = Object.keys(flags);
  const closest = closestName(written.replace(/^-+/, ""), [...names, "help"]);
  throw new UsageError(
    closest === undefined
      ? `there is no flag ${written}`
      : `there is no flag ${written}; did you mean --${closest}?`,
  );
}

function setOnce(
  flags: Record<string, unknown>,
  name: string,
  value: unknown,
  written: string,
): void {
  if (Object.hasOwn(flags, name)) throw new UsageError(`${written} is given twice`);
  flags[name] = value;
}

function readValue(flag: Flag, written: string, text: string): string | number {
  if (flag.choices !== undefined && !flag.choices.includes(text)) {
    const closest = closestName(text, flag.choices);
    const hint = closest === undefined ? "" : `; did you mean ${closest}?`;
    throw new UsageError(`${written} is one of ${flag.choices.join(", ")}, got "${text}"${hint}`);
  }
  switch (flag.type) {
    case "number":
      return readNumber(written, text);
    case "duration":
      return readDuration(written, text);
    case "bytes":
      return readBytes(written, text);
    default:
      return text;
  }
}

function fillDefaults(flags: FlagTable, values: Record<string, unknown>): void {
  for (const [name, flag] of Object.entries(flags)) {
    if (Object.hasOwn(values, name)) continue;
    if (flag.type === "list") values[name] = [];
    else if (flag.type === "boolean") values[name] = flag.default ?? false;
    else if (flag.default !== undefined)
      values[name] = readValue(flag, `--${name}`, String(flag.default));
  }
}

function checkPositionals({ positionals, rest }: Command, given: readonly string[]): void {
  const { name = "", min = 0, max = positionals === undefined ? 0 : 1 } = positionals ?? {};
  if (given.length < min) throw new UsageError(`${name} is missing`);
  if (given.length <= max) return;
  const hint = rest === undefined ? "" : `; what ${rest.name} is made of goes behind --`;
  throw new UsageError(`did not expect "${given[max]}"${hint}`);
}
