import type { Command, CommandEntry } from "./command.js";
import type { Flag } from "./flags.js";
import type { Terminal } from "./terminal.js";
import { columns, wrap } from "./text.js";

/** The help of one command, from its tables. */
export function printCommandHelp(command: Command, out: Terminal): void {
  const width = Math.min(out.columns, 100);
  const { strong, accent } = out.style;
  const section = (title: string, lines: readonly string[]) => {
    if (lines.length === 0) return;
    out.line();
    out.line(strong(title));
    for (const line of lines) out.line(line);
  };
  const title = wrap(`execbox ${command.name}: ${lowerFirst(command.summary)}`, width);
  for (const line of title) out.line(strong(line));
  section(
    "Usage",
    command.usage.map((line) => `  ${accent(line)}`),
  );
  out.line();
  for (const paragraph of command.about.split("\n\n")) {
    for (const line of wrap(paragraph, width)) out.line(line);
  }
  const { positionals, rest } = command;
  const places = [positionals, rest].flatMap((place) => {
    if (place === undefined) return [];
    return [[place === rest ? `-- ${place.name}` : place.name, place.about] as const];
  });
  section("Arguments", columns(places, width));
  section("Flags", columns(flagRows(command), width));
  for (const { title, lines } of command.notes ?? []) {
    section(
      title,
      lines.map((line) => `  ${line}`),
    );
  }
  section(
    "Examples",
    command.examples.flatMap(({ command: line, about }, index) => [
      ...(index === 0 ? [] : [""]),
      ...wrap(about, width, "  # ").map(out.style.faint),
      `  ${accent(line)}`,
    ]),
  );
}

/** The help of the whole: what commands there are. */
export function printHelp(commands: readonly CommandEntry[], out: Terminal): void {
  const { strong, accent } = out.style;
  out.line(
    `${strong("execbox")}: run code nobody has reviewed, with exactly the functions you gave it`,
  );
  out.line();
  out.line(strong("Usage"));
  out.line(`  ${accent("execbox COMMAND [flags]")}`);
  out.line();
  out.line(strong("Commands"));
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  for (const line of columns(rows, Math.min(out.columns, 100))) out.line(line);
  out.line();
  out.line(strong("Try"));
  out.line(`  ${accent("execbox run -e '[1, 2, 3].map((n) => n * 2)'")}`);
  out.line(`  ${accent("execbox COMMAND --help")}      flags and examples of a command`);
  out.line(`  ${accent("execbox --version")}           the version of this program`);
}

function flagRows({ flags }: Command): (readonly [string, string])[] {
  const rows = Object.entries(flags).map(
    ([name, flag]) => [flagHead(name, flag), flagText(flag)] as const,
  );
  return [...rows, ["-h, --help", "Show this help."]];
}

function flagHead(name: string, flag: Flag): string {
  const short = flag.short === undefined ? "    " : `-${flag.short}, `;
  const value = flag.type === "boolean" ? "" : ` ${flag.value ?? flag.type.toUpperCase()}`;
  return `${short}--${flag.default === true ? "no-" : ""}${name}${value}`;
}

function flagText({ about, choices, type, default: fallback }: Flag): string {
  const notes = [
    ...(choices === undefined ? [] : [`One of ${choices.join(", ")}.`]),
    ...(type === "list" ? ["May be given more than once."] : []),
    ...(fallback === undefined || type === "boolean" ? [] : [`Default ${fallback}.`]),
  ];
  return [about, ...notes].join(" ");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
